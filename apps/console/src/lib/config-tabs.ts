/** The tabs of the configuration, in their order. */
export const CONFIG_TABS = ['settings', 'rates', 'countries'] as const
