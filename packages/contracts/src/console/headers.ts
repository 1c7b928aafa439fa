/** The header that each call of a session carries unless its method is GET. Source: requirements OPR-023. */
export const CONSOLE_TOKEN_HEADER = 'x-console-token'

/** The header of a GET call that a page makes by itself: it does not keep the session open. Source: requirements OPR-006. */
export const REFRESH_HEADER = 'x-console-refresh'
