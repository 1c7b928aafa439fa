import type { PublicProfile } from '@partner-office/contracts'
import { Avatar, buttonClass, Icon } from '@partner-office/ui'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'

import { fullNameOf } from '../../lib/session/profile.ts'
import { usePublicPage } from '../../parts/public/public-page.ts'
import { registrationAt } from '../../paths.ts'

type InviteHeroProps = {
  readonly referral: string
  /** Null without an answer of the service. */
  readonly inviter: PublicProfile | null
  readonly isLoading: boolean
}

/** Who invites, what the invitation means, and how it goes on. */
export function InviteHero({ referral, inviter, isLoading }: InviteHeroProps) {
  const { t } = useTranslation()
  const { locale, config, isSignedIn } = usePublicPage()
  const name = inviter === null ? '' : fullNameOf(inviter)
  const code = useAddressed(referral)
  return (
    <section className="hero" aria-label={t('invite.hero')}>
      <div className="hero-words">
        <Inviter name={name} avatar={inviter?.avatar} isLoading={isLoading} />
        <h1 className="hero-title">{t('invite.title')}</h1>
        <p className="hero-text invite-text">
          {name === '' ? t('invite.text') : t('invite.textNamed', { name })}
        </p>
        <div className="in-row wrap gap-3 hero-buttons">
          {!isSignedIn && config.allows('registration') && (
            <a
              href={registrationAt(locale, code || undefined)}
              className={buttonClass({ variant: 'primary', size: 'lg' })}
            >
              {t('common.signUp')}
            </a>
          )}
          <a href="#about" className={buttonClass({ size: 'lg' })}>
            {t('invite.what')}
          </a>
        </div>
        <p className="meta in-row invite-code">
          <Icon name="link" size={16} />
          {t('invite.code')} <b className="digits">{code}</b>
        </p>
      </div>
      <NextSteps />
    </section>
  )
}

/** A part of the address; empty in the page that was rendered for all addresses. */
const useAddressed = (part: string): string =>
  useSyncExternalStore(
    () => () => {},
    () => part,
    () => '',
  )

type InviterProps = {
  readonly name: string
  readonly avatar: string | undefined
  readonly isLoading: boolean
}

function Inviter({ name, avatar, isLoading }: InviterProps) {
  const { t } = useTranslation()
  return (
    <div className="in-row gap-4">
      <Avatar name={name} src={avatar} size="large" />
      <div className="stack gap-1">
        <p className="subdued">{t('invite.by')}</p>
        <p className="inviter-name">
          {isLoading ? (
            <span className="skeleton inviter-wait" aria-hidden="true" />
          ) : (
            <bdi>{name === '' ? t('invite.partner') : name}</bdi>
          )}
        </p>
      </div>
    </div>
  )
}

function NextSteps() {
  const { t } = useTranslation()
  const steps = [
    { title: t('invite.step1Title'), text: t('invite.step1Text') },
    { title: t('invite.step2Title'), text: t('invite.step2Text') },
    { title: t('invite.step3Title'), text: t('invite.step3Text') },
  ]
  return (
    <aside className="card stack gap-4 next-steps" aria-labelledby="next-title">
      <h2 id="next-title" className="heading-2">
        {t('invite.next')}
      </h2>
      <ol>
        {steps.map(({ title, text }, index) => (
          <li key={title}>
            <span className="next-number digits" aria-hidden="true">
              {index + 1}
            </span>
            <span className="stack gap-1">
              <b className="medium-weight">{title}</b>
              <span className="meta">{text}</span>
            </span>
          </li>
        ))}
      </ol>
    </aside>
  )
}
