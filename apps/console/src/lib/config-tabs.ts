/** The tabs of the configuration, in their order. */
export const CONFIG_TABS = [
  'settings',
  'rates',
  'news',
  'documents',
  'events',
  'countries',
  'languages',
] as const
