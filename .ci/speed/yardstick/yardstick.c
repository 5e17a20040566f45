// The yardstick: plain C, written to be read, for what the program does most. The first argument names a row, and the
// output is one number, the CPU time of one unit in nanoseconds: a game, a node of a tree, or a playout.
//
//	cc -O3 -march=native yardstick.c -lm -o yardstick && ./yardstick game
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

typedef uint64_t u64;
enum { FULL = 511, MANY = 5000000 };

static u64 state = 1;
static inline u64 next(void) { // SplitMix64
  u64 z = state += 0x9E3779B97F4A7C15;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
  z = (z ^ z >> 27) * 0x94D049BB133111EB;
  return z ^ z >> 31;
}
static inline unsigned below(unsigned n) { return (unsigned)((next() >> 32) * n >> 32); }

// A board is two masks of nine squares. Its number in base 3 indexes what is known of it.
static const int lines[8] = {7, 56, 448, 73, 146, 292, 273, 84};
static int won[FULL + 1], base3[FULL + 1], nth[FULL + 1][9], image[8][9];
static inline int number(int x, int o) { return base3[x] + 2 * base3[o]; }

static int turned(int mask, int s) {
  int to = 0;
  for (int i = 0; i < 9; i++)
    if (mask >> i & 1) to |= 1 << image[s][i];
  return to;
}

static void squares(void) {
  for (int m = 0; m <= FULL; m++) {
    for (int l = 0; l < 8; l++) won[m] |= (m & lines[l]) == lines[l];
    for (int i = 0, n = 0, power = 1; i < 9; i++, power *= 3)
      if (m >> i & 1) nth[m][n++] = i, base3[m] += power;
  }
  for (int s = 0; s < 8; s++)
    for (int i = 0; i < 9; i++) {
      int row = i / 3, column = i % 3, t;
      if (s & 4) column = 2 - column;
      for (int k = 0; k < (s & 3); k++) t = row, row = column, column = 2 - t;
      image[s][i] = 3 * row + column;
    }
}

// A box has beads for the moves of the canonical board. at[] knows the box of every board, and how its moves turn.
typedef struct { unsigned beads[9], total, moves; unsigned char square[9]; } Box;
static Box boxes[400], fresh[400];
static int used;
static struct { short box, turn; } at[19683];
static unsigned char back[8][9];
static short best[19683]; // moves of O that keep the value

static int value(int own, int other) {
  if (won[other]) return -1;
  if ((own | other) == FULL) return 0;
  int top = -2;
  for (int i = 0; i < 9; i++)
    if (!((own | other) >> i & 1)) {
      int v = -value(other, own | 1 << i);
      if (v > top) top = v;
    }
  return top;
}

static void machine(void) {
  static short box[19683];
  memset(box, -1, sizeof box);
  for (int s = 0; s < 8; s++)
    for (int i = 0; i < 9; i++) back[s][image[s][i]] = i;
  for (int x = 0; x <= FULL; x++)
    for (int o = 0; o <= FULL; o++) {
      int xs = __builtin_popcount(x), os = __builtin_popcount(o), code = number(x, o);
      if (x & o || won[x] || won[o]) continue;
      if (xs == os + 1 && xs + os < 9) {
        int v = value(o, x);
        for (int i = 0; i < 9; i++)
          if (!((x | o) >> i & 1) && -value(x, o | 1 << i) == v) best[code] |= 1 << i;
      }
      if (xs != os || xs > 3) continue;
      int least = code, turn = 0;
      for (int s = 1; s < 8; s++) {
        int c = number(turned(x, s), turned(o, s));
        if (c < least) least = c, turn = s;
      }
      if (box[least] < 0) {
        Box *b = &fresh[box[least] = used++];
        int cx = turned(x, turn), co = turned(o, turn), seen = 0;
        for (int i = 0; i < 9; i++) {
          if ((cx | co | seen) >> i & 1) continue;
          for (int s = 0; s < 8; s++)
            if (turned(cx, s) == cx && turned(co, s) == co) seen |= 1 << image[s][i];
          b->square[b->moves] = i, b->beads[b->moves++] = 4 - xs, b->total += 4 - xs;
        }
      }
      at[code].box = box[least], at[code].turn = turn;
    }
}

// Monte-Carlo tree search, UCT, of the moves of a board.
typedef struct { short own, other, child, moves, tried, visits, sum, square; } Node;
static Node tree[4096];
static int size;

static int node(int own, int other, int square) {
  Node *n = &tree[size];
  *n = (Node){.own = own, .other = other, .square = square};
  if (!won[other]) n->moves = FULL & ~(own | other);
  n->child = -1;
  return size++;
}

static int uct(int own, int other, int playouts) {
  static short children[4096][9];
  size = 0;
  int root = node(own, other, 0);
  for (int p = 0; p < playouts; p++) {
    int path[10], depth = 0, n = path[0] = root;
    while (tree[n].moves && tree[n].tried == __builtin_popcount(tree[n].moves)) {
      double high = -1e9, log_visits = log(tree[n].visits);
      int choice = 0;
      for (int i = 0; i < tree[n].tried; i++) {
        Node *c = &tree[children[n][i]];
        double upper = (double)c->sum / c->visits + 2.8284271247461903 * sqrt(log_visits / c->visits);
        if (upper > high) high = upper, choice = children[n][i];
      }
      path[++depth] = n = choice;
    }
    if (tree[n].moves) {
      int i = nth[tree[n].moves][tree[n].tried];
      int c = node(tree[n].other, tree[n].own | 1 << i, i);
      children[n][tree[n].tried++] = c;
      path[++depth] = n = c;
    }
    int a = tree[n].own, b = tree[n].other, plies = 0, payoff = 0;
    for (; !won[b] && (a | b) != FULL; plies++) {
      int empty = FULL & ~(a | b), to = a | 1 << nth[empty][below(__builtin_popcount(empty))];
      a = b, b = to;
    }
    if (won[b]) payoff = plies % 2 ? -1 : 1; // for the player who moved to n
    for (; depth >= 0; depth--, payoff = -payoff) tree[path[depth]].visits++, tree[path[depth]].sum += payoff;
  }
  int choice = children[root][0];
  for (int i = 1; i < tree[root].tried; i++)
    if (tree[children[root][i]].visits > tree[choice].visits) choice = children[root][i];
  return tree[choice].square;
}

// Training: Michie's rules against random moves, perfect play, or a tree search.
enum Opponent { RANDOM, PERFECT, SEARCH };

static double train(enum Opponent opponent, int games) {
  memcpy(boxes, fresh, sizeof boxes);
  clock_t began = clock();
  for (int g = 0; g < games; g++) {
    struct { Box *box; unsigned move; } drawn[4];
    int x = 0, o = 0, n = 0, result = 0;
    for (;;) {
      if (n == 4) { // the last move is forced
        result = won[FULL & ~o];
        break;
      }
      int code = number(x, o), turn = at[code].turn;
      Box *b = &boxes[at[code].box];
      if (!b->total) *b = fresh[b - boxes]; // so that all runs are equally long
      unsigned bead = below(b->total), i = 0;
      while (bead >= b->beads[i]) bead -= b->beads[i++];
      drawn[n].box = b, drawn[n++].move = i;
      x |= 1 << back[turn][b->square[i]];
      if (won[x]) {
        result = 1;
        break;
      }
      if (opponent == SEARCH) {
        o |= 1 << uct(o, x, 50);
      } else {
        int moves = opponent == PERFECT ? best[number(x, o)] : FULL & ~(x | o);
        o |= 1 << nth[moves][below(__builtin_popcount(moves))];
      }
      if (won[o]) {
        result = -1;
        break;
      }
    }
    int delta = result > 0 ? 3 : result == 0 ? 1 : -1;
    for (int i = 0; i < n; i++)
      if (delta > 0 || drawn[i].box->beads[drawn[i].move]) {
        drawn[i].box->beads[drawn[i].move] += delta;
        drawn[i].box->total += delta;
      }
  }
  return (double)(clock() - began) / CLOCKS_PER_SEC / games * 1e9;
}

// Searches of whole trees. They count their nodes.
static long nodes;

static int minimax(int own, int other) {
  nodes++;
  if (won[other]) return -1;
  if ((own | other) == FULL) return 0;
  int top = -2;
  for (int empty = FULL & ~(own | other); empty; empty &= empty - 1) {
    int v = -minimax(other, own | (empty & -empty));
    if (v > top) top = v;
  }
  return top;
}

static int alphabeta(int own, int other, int alpha, int beta) {
  nodes++;
  if (won[other]) return -1;
  if ((own | other) == FULL) return 0;
  for (int empty = FULL & ~(own | other); empty; empty &= empty - 1) {
    int v = -alphabeta(other, own | (empty & -empty), -beta, -alpha);
    if (v > alpha) alpha = v;
    if (alpha >= beta) break;
  }
  return alpha;
}

// Connect four on four columns of four: cell 4c + r of column c, a bit each, the centre first.
enum { WIDTH = 4, HEIGHT = 4 };
static const u64 board = (1 << WIDTH * HEIGHT) - 1;
static u64 starts[4];
static const int steps[4] = {1, HEIGHT, HEIGHT + 1, HEIGHT - 1}, order[WIDTH] = {1, 2, 0, 3};

static int four(u64 discs) {
  for (int d = 0; d < 4; d++) {
    u64 pairs = discs & discs >> steps[d];
    if (pairs & pairs >> 2 * steps[d] & starts[d]) return 1;
  }
  return 0;
}

static int connect(u64 own, u64 other, int alpha, int beta) {
  nodes++;
  u64 discs = own | other;
  if (discs == board || four(other)) return four(other) ? -1 : 0;
  for (int i = 0; i < WIDTH; i++) {
    u64 column = (u64)15 << 4 * order[i];
    if ((discs & column) == column) continue;
    u64 disc = ((discs & column) + ((u64)1 << 4 * order[i])) & ~discs;
    int v = -connect(other, own | disc, -beta, -alpha);
    if (v > alpha) alpha = v;
    if (alpha >= beta) break;
  }
  return alpha;
}

static void windows(void) {
  int right[4] = {0, 1, 1, 1}, up[4] = {1, 0, 1, -1};
  for (int d = 0; d < 4; d++)
    for (int c = 0; c + 3 * right[d] < WIDTH; c++)
      for (int r = 0; r < HEIGHT; r++)
        if (r + 3 * up[d] >= 0 && r + 3 * up[d] < HEIGHT) starts[d] |= 1 << (HEIGHT * c + r);
}

static double search(const char *row) {
  int repeat = row[0] == 'c' ? 50 : row[0] == 'm' ? 10 : 200;
  clock_t began = clock();
  for (int i = 0; i < repeat; i++) {
    if (row[0] == 'm') minimax(0, 0);
    if (row[0] == 'a') alphabeta(0, 0, -2, 2);
    if (row[0] == 'c') connect(0, 0, -2, 2);
  }
  return (double)(clock() - began) / CLOCKS_PER_SEC / nodes * 1e9;
}

int main(int count, char **arguments) {
  const char *row = count > 1 ? arguments[1] : "";
  squares();
  machine();
  windows();
  double ns;
  if (!strcmp(row, "game")) ns = train(RANDOM, MANY);
  else if (!strcmp(row, "perfect")) ns = train(PERFECT, MANY);
  else if (!strcmp(row, "mcts")) ns = train(SEARCH, MANY / 2500);
  else if (!strcmp(row, "minimax") || !strcmp(row, "alphabeta") || !strcmp(row, "connect4")) ns = search(row);
  else return fprintf(stderr, "usage: yardstick game|perfect|mcts|minimax|alphabeta|connect4\n"), 2;
  printf("%.3f %ld %d\n", ns, nodes, used);
  return 0;
}
