import type { Config } from '../../../lib/configuration/config.ts'

type Shown = { readonly allowPublicProfile: number; readonly invite: string }

/** Address of a partner's public page; null without one. Source: requirements TEA-009; decisions D-076. */
export function sponsorPage(config: Config, { allowPublicProfile, invite }: Shown): string | null {
  const site = config.property(`publicSite.${allowPublicProfile}`)
  return site === '' ? null : `${site.replace(/\/$/, '')}/${encodeURIComponent(invite)}`
}
