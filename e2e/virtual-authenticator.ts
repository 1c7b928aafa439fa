import type { CDPSession, Page } from '@playwright/test'

/** Adds a device to a page that keeps passkeys. `isPresent`: the device confirms by itself that its user is there. */
export async function addAuthenticator(
  page: Page,
  isPresent: boolean,
): Promise<{ readonly cdp: CDPSession; readonly id: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: isPresent,
  } as const
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options })
  return { cdp, id: authenticatorId }
}
