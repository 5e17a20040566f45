package games

var _ = register(ForMachines{
	Name: Hexapawn{}.Game(), Place: 1, Parse: fixed(Hexapawn{}),
	Machines: [2]Machine{
		{"HIM", "HIM is a machine by Martin Gardner. It moves first; the machine that moves second is called HER, " +
			"the Hexapawn Educable Robot."},
		{"HER", "HER, the Hexapawn Educable Robot, is a machine by Martin Gardner. It moves second; the machine that " +
			"moves first is called HIM."},
	},
	Presets: []Preset{
		{"her", "HER, Gardner’s machine for Black", "Plays hexapawn, a little game with three pawns a side, and " +
			"moves second. It has only 19 boxes and learns in a lesson.", "plays=second " + GardnersRules},
		{"him", "HIM, Gardner’s machine for White", "Plays hexapawn too, but moves first. It has only 18 boxes.",
			GardnersRules},
	},
})
