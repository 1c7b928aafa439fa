/** All paths of the console, below `/console`, by the name of the page. */
export const PATHS = {
  start: '/',
  signIn: '/sign-in',
  welcome: '/welcome/$token',
  me: '/me',
  operators: '/operators',
  proposals: '/proposals',
  proposal: '/proposals/$id',
  audit: '/audit',
} as const
