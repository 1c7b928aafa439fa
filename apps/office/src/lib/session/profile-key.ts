/** Key under which the caller's profile is cached; the start-up fills it before any page asks. */
export const profileKey = ['profile'] as const
