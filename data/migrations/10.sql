-- The unfinished games of a class become a part of its state, the JSON that only the program reads: each stands with its
-- pupil, the pupil numbered n at index n − 1.
UPDATE classes SET state = json_set(state, '$.Pupils', json((
  SELECT json_group_array(json(CASE WHEN moves IS NULL OR (seed, moves) = (0, '') THEN value
    ELSE json_set(value, '$.Unfinished', json_object('Seed', seed, 'Moves', moves)) END) ORDER BY key)
  FROM json_each(state, '$.Pupils') LEFT JOIN class_games ON class = classes.id AND pupil = key + 1)))
WHERE id IN (SELECT class FROM class_games);
DROP TABLE class_games;
