/** Text keys of the tree's columns. */
export const TREE_HEADS = {
  ownTurnover: 'team.range.ownTurnover',
  flSize: 'team.flSize',
  flTurnover: 'team.range.flTurnover',
  teamSize: 'team.teamSize',
  teamTurnover: 'team.range.teamTurnover',
} as const
