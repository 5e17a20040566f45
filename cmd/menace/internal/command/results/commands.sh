# The commands behind docs/RESULTS.md, which `menace results` runs on a database of its own. Each section begins with
# its name and its question. Commands that neither train an experiment nor draw a figure are only shown.

# michie: How good is Michie's machine after 20, 150 and 220 games?
menace experiment run michie --runs 1000 --games 220 --opponent random --opponent blocker --opponent perfect \
  --checkpoints 20,150

# bankruptcy: How often does it go bankrupt, and does restocking cure it?
menace experiment run empty --runs 1000 --games 1000 --on-empty resign --on-empty restock --on-empty random \
  --opponent random --opponent blocker --opponent noisy:0.2 --opponent perfect --checkpoints 20,50,100,220
menace experiment run moves --runs 1000 --games 1000 --checkpoints 220 --moves distinct --moves all --opponent perfect \
  --plays first --plays second

# presets: Which rules are best against which opponent: Michie's, Scroggs' or restocking?
menace experiment run presets --runs 1000 --games 1000 --preset michie --preset scroggs --preset restock \
  --opponent random --opponent blocker --opponent perfect --checkpoints 100

# grid: What would the best beads and rewards be?
menace experiment run grid --runs 60 --games 500 --checkpoints 500 --beads 1,1,1,1 --beads 4,3,2,1 --beads 8,4,2,1 \
  --beads 8,8,8,8 --beads 20,15,10,5 --win 1 --win 3 --win 6 --win 10 --draw 0 --draw 1 --draw 2 --draw 4 --loss 0 \
  --loss -1 --loss -2 --loss -4 --opponent random --opponent blocker --opponent perfect
menace experiment run best-random --seed 2 --runs 1000 --games 500 --checkpoints 500 --opponent random --beads 8,4,2,1 \
  --beads 4,3,2,1 --win 1 --win 3 --draw 0 --draw 1 --loss -2 --loss -1
menace experiment run best-blocker --seed 2 --runs 1000 --games 500 --checkpoints 500 --opponent blocker \
  --beads 8,4,2,1 --beads 4,3,2,1 --win 10 --win 3 --draw 2 --draw 1 --loss -1
menace experiment run best-perfect --seed 2 --runs 1000 --games 500 --checkpoints 500 --opponent perfect \
  --beads 8,4,2,1 --beads 4,3,2,1 --win 10 --win 3 --draw 4 --draw 1 --loss -1

# teachers: Who teaches most: a perfect, a noisy or a random opponent?
menace experiment run teachers --runs 300 --games 5000 --preset restock --opponent random --opponent noisy:0.5 \
  --opponent noisy:0.2 --opponent perfect --opponent blocker
menace plot strength --experiment teachers --log --band ci --out teachers.svg

# introductions: How short may an introduction be, before perfect play?
menace experiment run introductions --runs 500 --games 2000 --opponent perfect --opponent 'random*5,perfect' \
  --opponent 'random*10,perfect' --opponent 'random*20,perfect' --opponent 'random*50,perfect' \
  --opponent 'random*100,perfect' --opponent 'random*200,perfect' --opponent 'noisy:0.5*5,perfect' \
  --opponent 'noisy:0.5*10,perfect' --opponent 'noisy:0.5*20,perfect' --opponent 'noisy:0.5*50,perfect' \
  --opponent 'noisy:0.5*100,perfect' --opponent 'noisy:0.5*200,perfect'
menace plot strength --experiment introductions --cell 1,2,3,4,5,6,7 --band ci --log --out introductions.svg

# tournament: What would explain Michie's tournament of 1961?
menace experiment run tournament --runs 2000 --games 220 --checkpoints 17,46,106,126,210,219 --opponent perfect \
  --opponent noisy:0.1 --opponent noisy:0.2 --opponent noisy:0.3 --opponent noisy:0.5 --opponent blocker \
  --opponent random --opponent 'perfect*126,noisy:0.3' --opponent 'perfect*126,noisy:0.5' \
  --opponent 'perfect*126,random' --opponent 'noisy:0.1*126,noisy:0.3' --opponent 'noisy:0.1*126,noisy:0.5' \
  --opponent 'noisy:0.1*126,random' --opponent 'blocker*126,noisy:0.3' --opponent 'blocker*126,noisy:0.5' \
  --opponent 'blocker*126,random' --opponent 'perfect*17,random*5,perfect*104,noisy:0.3' \
  --opponent 'perfect*17,random*5,perfect*104,noisy:0.5' --opponent 'perfect*17,random*5,perfect*104,random'
menace plot score --michie --alive --experiment tournament --cell 1 --cell 3 --cell 10 --out tournament.svg
menace experiment run lines --runs 100 --games 220 \
  --checkpoints 10,17,20,30,40,46,50,60,70,80,90,100,106,110,120,126,130,140,150,160,170,180,190,200,210,219 \
  $(for i in $(seq 1 3 178); do echo --opponent "perfect:$i*30,perfect:$((i+1))*76,perfect:$((i+2))*20,random"; done)
menace experiment run lines-86 --runs 100 --games 126 --checkpoints 17,46,106 \
  $(for i in $(seq 1 3 178); do echo --opponent "perfect:$i*30,perfect:$((i+1))*56,perfect:$((i+2))*40,random"; done)
menace experiment run lines-96 --runs 100 --games 126 --checkpoints 17,46,106 \
  $(for i in $(seq 1 3 178); do echo --opponent "perfect:$i*30,perfect:$((i+1))*66,perfect:$((i+2))*30,random"; done)
menace experiment run lines-116 --runs 100 --games 126 --checkpoints 17,46,106 \
  $(for i in $(seq 1 3 178); do echo --opponent "perfect:$i*30,perfect:$((i+1))*86,perfect:$((i+2))*10,random"; done)
menace experiment run lines-126 --runs 100 --games 126 --checkpoints 17,46,106 \
  $(for i in $(seq 1 3 178); do echo --opponent "perfect:$i*30,perfect:$((i+1))*96,random"; done)
menace experiment run lines-distinct --runs 100 --games 220 --checkpoints 17,46,106,126,219 --moves distinct \
  --beads 6,3,2,1 --beads 8,3,2,1 --beads 9,3,2,1 --beads 12,3,2,1 \
  $(for i in $(seq 1 3 178); do echo --opponent "perfect:$i*30,perfect:$((i+1))*76,perfect:$((i+2))*20,random"; done)
menace experiment run boxes-distinct --runs 500 --games 126 --checkpoints 17,46,106 --moves distinct --beads 6,3,2,1 \
  --beads 8,3,2,1 --beads 9,3,2,1 --beads 12,3,2,1 --opponent perfect --opponent noisy:0.1 --opponent noisy:0.2 \
  --opponent noisy:0.3 --opponent noisy:0.5 --opponent blocker --opponent random \
  --opponent 'perfect*17,random*5,perfect'
menace experiment run lines-all --runs 100 --games 220 --checkpoints 17,46,106,126,219 --moves all --beads 2,3,2,1 \
  --beads 3,3,2,1 --beads 4,3,2,1 \
  $(for i in $(seq 1 3 178); do echo --opponent "perfect:$i*30,perfect:$((i+1))*76,perfect:$((i+2))*20,random"; done)
menace experiment run boxes-all --runs 500 --games 126 --checkpoints 17,46,106 --moves all --beads 2,3,2,1 \
  --beads 3,3,2,1 --beads 4,3,2,1 --opponent perfect --opponent noisy:0.1 --opponent noisy:0.2 --opponent noisy:0.3 \
  --opponent noisy:0.5 --opponent blocker --opponent random --opponent 'perfect*17,random*5,perfect'
menace plot score --michie --alive --experiment lines --cell 1 --cell 45 --out tournament-lines.svg

# ties: Does it matter which perfect player teaches?
menace experiment run ties --runs 100 --games 220 --checkpoints 220 --opponent perfect $(seq -f '--opponent perfect:%g' 200)

# second: What becomes of the second player?
menace experiment run second --runs 1000 --games 1000 --plays second --preset michie --preset restock \
  --opponent random --opponent noisy:0.2 --opponent blocker --opponent perfect --checkpoints 20,100,120,220
for i in $(seq 200); do menace train --agent random-$i --plays second --games 220 --opponent random --seed $i; done
menace export beads $(seq -f '--agent random-%g' 200)
for i in $(seq 200); do menace train --agent noisy02-$i --plays second --games 220 --opponent noisy:0.2 --seed $i; done
menace export beads $(seq -f '--agent noisy02-%g' 200)
for i in $(seq 200); do menace train --agent perfect-$i --plays second --games 220 --opponent perfect --seed $i; done
menace export beads $(seq -f '--agent perfect-%g' 200)

# both: What if both learn?
menace experiment run both --runs 300 --games 5000 --preset michie --preset restock --plays first --plays second \
  --opponent rival --opponent random --opponent perfect
menace plot strength --experiment both --cell 7 --cell 8 --cell 9 --log --band ci --out both.svg

# popular: Are the popular numbers right?
menace experiment run popular --runs 1000 --games 220 --preset michie --preset scroggs --preset restock \
  --opponent perfect --checkpoints 80,100
menace experiment run ten --runs 300 --games 10000 --preset michie --preset scroggs --opponent random \
  --checkpoints 10000

# hexapawn: How fast do the machines of hexapawn learn?
menace experiment run gardner --runs 1000 --games 1000 --preset her --preset him --opponent perfect --opponent random \
  --checkpoints 20,50,100,200
menace experiment run rewarded --runs 1000 --games 1000 --preset her --preset him --opponent perfect --opponent random \
  --checkpoints 20,50,100,200 --win 3 --credit all
menace experiment law --preset her --opponent perfect --games 20,50,100,200
menace experiment law --preset her --opponent random --games 20,50,100,200
menace experiment law --preset him --opponent perfect --games 20,50,100,200
menace experiment law --preset him --opponent random --games 20,50,100,200

# pegasus: How good was Michie's own program of 1963?
menace experiment run pegasus --runs 1000 --learner pegasus --opponent random --plays first --plays second \
  --games 1000 --checkpoints 100,200,300,400,500,600,700,800,900
menace plot hundreds --experiment pegasus --cell 1 --michie --out pegasus-first.svg
menace plot hundreds --experiment pegasus --cell 2 --michie --out pegasus-second.svg
menace experiment run pegasus-both --runs 1000 --learner pegasus --opponent rival --plays first --plays second \
  --games 1000 --checkpoints 100,200,300,400,500,600,700,800,900
menace plot hundreds --experiment pegasus-both --cell 1 --michie --out pegasus-both.svg
menace experiment run pegasus-fit --seed 21 --runs 300 --opponent random --plays first --plays second \
  --learner pegasus:a=1.0025/1.005/1.01/1.015/1.02/1.025/1.03/1.05/1.1,b=1/1.5/2/2.25/2.5/3 --games 1000 \
  --checkpoints 100,200,300,400,500,600,700,800,900
menace experiment run pegasus-fit-both --seed 21 --runs 300 --opponent rival \
  --learner pegasus:a=1.0025/1.005/1.01/1.015/1.02/1.025/1.03/1.05/1.1,b=1/1.5/2/2.25/2.5/3 --games 1000 \
  --checkpoints 100,200,300,400,500,600,700,800,900
menace experiment run pegasus-long --seed 22 --runs 80 --games 100000 --checkpoints 1000,10000 --opponent random \
  --learner pegasus:a=1.0025/1.005/1.01/1.025/1.05/1.1 --learner pegasus:d=0.9
menace experiment run pegasus-noisy --seed 22 --runs 80 --games 100000 --checkpoints 1000,10000 --opponent noisy:0.2 \
  --learner pegasus --learner pegasus:d=0.9

# ttt: How many games must the program ttt of 1973 lose?
menace experiment run ttt --seed 73 --runs 1000 --games 50000 --checkpoints 50000 --plays second --learner ttt \
  --opponent random --opponent blocker --opponent perfect
menace experiment run ttt-habits --runs 10 --games 5000 --plays second --learner ttt --checkpoints 5000 \
  $(seq -f '--opponent perfect:%g' 100)

# methods: How good are matchboxes, compared with what came later?
menace experiment run tune --seed 31 --runs 40 --games 1000 --checkpoints 100,300 --opponent random --opponent blocker \
  --opponent noisy:0.2 --opponent perfect --learner pegasus:a=1.005/1.01/1.025/1.05,b=1/1.5/2,d=0/0.9 \
  --learner q:alpha=0.1/0.2/0.5/0.9,epsilon=0/0.02/0.1/0.3,initial=0/1 \
  --learner sarsa:alpha=0.1/0.2/0.5/0.9,epsilon=0/0.02/0.1/0.3,initial=0/1 \
  --learner mc:alpha=0/0.05/0.1/0.2,epsilon=0/0.02/0.1/0.3,initial=0/1 \
  --learner softmax:alpha=0/0.05/0.1/0.2/0.5,temperature=0.02/0.05/0.1/0.2,initial=0/1 \
  --learner reinforce:alpha=0.1/0.3/1/3/10,baseline=0/0.003/0.01/0.03/0.1
menace experiment run tune-beads --seed 31 --runs 40 --games 1000 --checkpoints 100,300 --opponent random \
  --opponent blocker --opponent noisy:0.2 --opponent perfect --on-empty restock --beads 4,3,2,1 --beads 8,4,2,1 \
  --beads 20,15,10,5 --win 1 --win 3 --win 10 --draw 0 --draw 1 --draw 4 --loss 0 --loss -1 --loss -3
menace experiment run beyond-perfect --opponent perfect --learner softmax:alpha=0.05,temperature=0.005 --seed 32 \
  --runs 400 --games 1000 --checkpoints 100,300
menace experiment run beyond-blocker --opponent blocker --learner pegasus:a=1.1 --seed 32 --runs 400 --games 1000 \
  --checkpoints 100,300
menace experiment run methods-random --preset michie --preset scroggs --preset restock --learner beads \
  --learner pegasus --learner q --learner q:alpha=0.5,epsilon=0.3 --learner sarsa --learner sarsa:epsilon=0.02 \
  --learner mc --learner mc:alpha=0.2,epsilon=0 --learner softmax --learner softmax:alpha=0.2,temperature=0.02 \
  --learner reinforce --learner reinforce:alpha=3,baseline=0.1 --seed 32 --runs 400 --games 100000 --opponent random
menace experiment run methods-random-beads --on-empty restock --beads 4,3,2,1 --win 1 --draw 0 --loss -3 --seed 32 \
  --runs 400 --games 100000 --opponent random
menace experiment run methods-blocker --preset michie --preset scroggs --preset restock --learner beads \
  --learner pegasus --learner pegasus:a=1.05 --learner q --learner q:alpha=0.5 --learner sarsa \
  --learner sarsa:epsilon=0.02 --learner mc --learner mc:alpha=0.05 --learner softmax \
  --learner softmax:alpha=0.05,temperature=0.02 --learner reinforce --learner reinforce:alpha=3,baseline=0.003 \
  --seed 32 --runs 400 --games 100000 --opponent blocker
menace experiment run methods-blocker-beads --on-empty restock --beads 4,3,2,1 --win 10 --draw 0 --loss -3 --seed 32 \
  --runs 400 --games 100000 --opponent blocker
menace experiment run methods-noisy-0.2 --preset michie --preset scroggs --preset restock --learner beads \
  --learner pegasus --learner pegasus:a=1.05 --learner q --learner q:alpha=0.9,epsilon=0 --learner sarsa \
  --learner sarsa:alpha=0.2,epsilon=0.02 --learner mc --learner mc:alpha=0.2,epsilon=0 --learner softmax \
  --learner softmax:alpha=0.05,temperature=0.02 --learner reinforce --learner reinforce:alpha=1,baseline=0.003 \
  --seed 32 --runs 400 --games 100000 --opponent noisy:0.2
menace experiment run methods-noisy-0.2-beads --on-empty restock --beads 4,3,2,1 --win 3 --draw 1 --loss -3 --seed 32 \
  --runs 400 --games 100000 --opponent noisy:0.2
menace plot strength --log --band ci --ylim -1,0,0,100 --experiment methods-noisy-0.2 --cell 15 --cell 3 --cell 5 \
  --cell 7 --cell 9 --cell 11 --cell 13 --out methods.svg
menace experiment run methods-perfect --preset michie --preset scroggs --preset restock --learner beads \
  --learner pegasus --learner pegasus:a=1.05,d=0.9 --learner q --learner q:alpha=0.2,epsilon=0.02 --learner sarsa \
  --learner sarsa:alpha=0.2,epsilon=0 --learner mc --learner mc:alpha=0.05,epsilon=0 --learner softmax \
  --learner softmax:alpha=0.1,temperature=0.02 --learner reinforce --learner reinforce:alpha=3,baseline=0.1 --seed 32 \
  --runs 400 --games 100000 --opponent perfect
menace experiment run methods-perfect-beads --on-empty restock --beads 8,4,2,1 --win 10 --draw 0 --loss -3 --seed 32 \
  --runs 400 --games 100000 --opponent perfect
