import { Config } from '../../lib/configuration/config.ts'

/** The legal documents of the shipped settings. Source: decisions D-012. */
const LEGAL_FILES = {
  privacy: 'privacy-policy.pdf',
  terms: 'terms.pdf',
  disclaimer: 'disclaimer.pdf',
  donts: 'donts.pdf',
}

/** The configuration that a public page is rendered with, until its own is loaded: the shipped settings, on one host. */
export const builtInConfig = (product: string): Config =>
  new Config(
    {
      product,
      domainPassport: '',
      domainBusinessRest: '',
      domainCdn: '/cdn',
      domainExchange: '',
      domainOauth: '',
      domainBlog: '',
      domainTranslations: '',
      oauthClientId: '',
      oauthClientSecret: '',
    },
    new Map([['legalFiles', JSON.stringify(LEGAL_FILES)]]),
  )
