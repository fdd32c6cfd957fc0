/** Two against two: the allies sit opposite each other. */
export const TEAMS = [
  [0, 2],
  [1, 3],
];
