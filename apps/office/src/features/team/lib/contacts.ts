import type { IconName } from '@partner-office/ui'

/** All kinds of contacts, in display order. Source: requirements TEA-007, TEA-034. */
export const CONTACTS = [
  'telegram',
  'email',
  'phone',
  'mobile',
  'whatsapp',
  'skype',
  'facebook',
  'instagram',
  'viber',
  'wechat',
  'site',
] as const
export type ContactKind = (typeof CONTACTS)[number]

export const CONTACT_ICONS: Readonly<Record<ContactKind, IconName>> = {
  telegram: 'send',
  email: 'mail',
  phone: 'phone',
  mobile: 'phone',
  whatsapp: 'phone',
  skype: 'phone',
  facebook: 'external',
  instagram: 'external',
  viber: 'phone',
  wechat: 'phone',
  site: 'globe',
}

export const CONTACT_KEYS = {
  telegram: 'team.contact.telegram',
  email: 'team.contact.email',
  phone: 'team.contact.phone',
  mobile: 'team.contact.mobile',
  whatsapp: 'team.contact.whatsapp',
  skype: 'team.contact.skype',
  facebook: 'team.contact.facebook',
  instagram: 'team.contact.instagram',
  viber: 'team.contact.viber',
  wechat: 'team.contact.wechat',
  site: 'team.contact.site',
} as const satisfies Readonly<Record<ContactKind, string>>

/** A filled contact. */
export type Contact = { readonly kind: ContactKind; readonly value: string }

/** Filled contacts, in display order. Source: requirements TEA-035. */
export const filledContacts = (
  of: Readonly<Partial<Record<ContactKind, string | undefined>>>,
): readonly Contact[] =>
  CONTACTS.flatMap((kind) => {
    const value = of[kind]?.trim() ?? ''
    return value === '' ? [] : [{ kind, value }]
  })

const HANDLE = /^@?(\w[\w.]*)$/
const NUMBER = /^\+?[\d\s().-]{5,}$/

/** Link of a contact; null where it is only text. Source: decisions D-118. */
export function contactLink({ kind, value }: Contact): string | null {
  const address = webAddress(value)
  if (address !== null) return address
  if (kind === 'email') return /^[^\s@:]+@[^\s@:]+$/.test(value) ? `mailto:${value}` : null
  if (kind === 'phone' || kind === 'mobile')
    return NUMBER.test(value) ? `tel:${digits(value)}` : null
  if (kind === 'whatsapp') {
    return NUMBER.test(value) ? `https://wa.me/${digits(value).replace('+', '')}` : null
  }
  const handle = HANDLE.exec(value)?.[1]
  if (handle === undefined) return null
  if (kind === 'telegram') return `https://t.me/${handle}`
  return kind === 'skype' ? `skype:${handle}?chat` : null
}

/** Normalized address of a text that is an http or https address; else null. */
function webAddress(value: string): string | null {
  if (!/^https?:\/\//i.test(value)) return null
  return URL.canParse(value) ? new URL(value).href : null
}

const digits = (value: string): string => value.replaceAll(/[^\d+]/g, '')

/** Shown text of a contact. */
export const contactText = ({ kind, value }: Contact): string =>
  kind === 'telegram' && HANDLE.test(value) ? `@${value.replace(/^@/, '')}` : value
