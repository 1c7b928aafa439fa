/** All paths of the console, below `/console`, by the name of the page. */
export const PATHS = {
  start: '/',
  today: '/today',
  signIn: '/sign-in',
  welcome: '/welcome/$token',
  me: '/me',
  operators: '/operators',
  system: '/system',
  proposals: '/proposals',
  proposal: '/proposals/$id',
  audit: '/audit',
  integrity: '/integrity',
  config: '/config',
  exports: '/exports',
  webhooks: '/webhooks',
  endpoint: '/webhooks/$id',
} as const
