/** Part of an element that has to be in the window to count as seen. Source: requirements NAV-039. */
export const VISIBLE_SHARE = 0.5
