/** States of a programme before its data is there. Source: requirements XBO-011. */
export const PROGRAMME_STATES = {
  placeholder: 600,
  titles: { not_found: 'programmes.notFound' },
  isCard: true,
} as const
