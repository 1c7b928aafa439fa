import { LANGUAGES, type Language, offeredLanguages } from '@partner-office/locales'
import { useTranslation } from 'react-i18next'

import type { Config } from '../../lib/configuration/config.ts'
import { legalFilesOf } from '../../lib/configuration/legal-files.ts'
import { homeAt } from '../../paths.ts'

type FooterLinksProps = {
  readonly locale: string
  readonly config: Config
  /** Address of this page in another language; the home page by default. */
  readonly addressIn?: (language: Language) => string
  /** Shows the language in place; without it the link loads the address. */
  readonly onChoose?: ((language: Language) => void) | undefined
}

/**
 * The owner of the office, its imprint, legal documents, social links and languages, on pages with and without a router.
 *
 * Source: requirements NAV-021 to NAV-026; decisions D-012.
 */
export function FooterLinks({ locale, config, addressIn = homeAt, onChoose }: FooterLinksProps) {
  const { t } = useTranslation()
  const files = legalFilesOf(config, locale)
  return (
    <>
      <span>{t('footer.owner')}</span>
      <a href={files.imprint}>{t('footer.imprint')}</a>
      <a href={files.privacy}>{t('footer.privacy')}</a>
      <a href={files.terms}>{t('footer.terms')}</a>
      <a href={files.disclaimer}>{t('footer.disclaimer')}</a>
      <a href={files.donts}>{t('footer.donts')}</a>
      <SocialLinks config={config} />
      <ul className="foot-languages" aria-label={t('footer.languages')}>
        {offeredLanguages(config.property('languages')).map((language) => (
          <li key={language}>
            <a
              href={addressIn(language)}
              lang={language}
              hrefLang={language}
              aria-current={language === locale ? 'true' : undefined}
              onClick={(event) => {
                if (onChoose === undefined) return
                event.preventDefault()
                onChoose(language)
              }}
            >
              {LANGUAGES[language]}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

type SocialLink = { readonly name: string; readonly url: string }

/** Source: requirements NAV-025; decisions D-012. */
function SocialLinks({ config }: { readonly config: Config }) {
  const { t } = useTranslation()
  const links = JSON.parse(config.property('socialLinks') || '[]') as readonly SocialLink[]
  return (
    <ul className="foot-social" aria-label={t('footer.social')}>
      {links.map(({ name, url }) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noreferrer">
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}
