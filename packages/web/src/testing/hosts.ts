import type { Hosts } from '../api.ts'

/** For tests: addresses of the services. */
export const HOSTS: Hosts = {
  product: 'partner',
  domainPassport: 'http://passport.test',
  domainBusinessRest: 'http://office.test',
  domainCdn: 'http://office.test/cdn',
  domainExchange: 'http://office.test',
  domainOauth: 'http://passport.test',
  domainBlog: 'http://office.test/blog',
  domainTranslations: 'http://office.test/translations',
  oauthClientId: 'partner-office',
  oauthClientSecret: 'public',
}
