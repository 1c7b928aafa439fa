// @vitest-environment jsdom
import { HOSTS } from '@partner-office/web/testing/hosts.ts'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { Config } from '../../lib/configuration/config.ts'
import type { Office } from '../../lib/session/office.ts'
import { failingHost, HOST_FAULTS } from '../../testing/failing-host.ts'
import { hold } from '../../testing/adjustments.ts'
import { openTestOffice } from '../../testing/open.ts'
import { pairsOf, plainText, plainTexts } from '../../testing/plain-text.ts'
import { answerCalls, recordBodies, refusal, success } from '../../testing/services.ts'
import { showPage } from '../../testing/show-page.tsx'
import { PayoutPage } from './payout-page.tsx'

const FROM = 'UCHAIN_UPT_BONUS'
const TO = 'UPT_XRC10_WHITE'
const USED = '0x7f3a91c25be04d8863aaa10f7c2e95b7d4410de8f'
const FAKE = '0x7f3a91c25be04d8863aba10f7c2e95b7d4419de8f'

const LIMITS = {
  from: FROM,
  to: TO,
  minAmount: '10.00000000',
  requestLimit: '5000.00000000',
  dailyLimit: '10000.00000000',
  dailyLimitPercent: null,
  availableAmount: '9000.00000000',
  fee: '2',
  minFee: '1.00000000',
  maxFee: '50.00000000',
  verificationRequired: true,
}

const ANSWERS = {
  'GET /v1/payout/settings': success([{ payoutFrom: FROM, payoutTo: TO, enabled: true }]),
  'GET /v1/payout/limits': success([LIMITS]),
  'GET /v1/balances': success({ [FROM]: '1250.00000000' }),
  'GET /v1/verifications': success([]),
  'GET /v1/two-fa/tokens': success({ tokens: [{ tokenType: 'GOOGLE_AUTHENTICATOR' }] }),
  'GET /v1/wallet/active': success([]),
  'GET /v1/payout/standing': success({
    pending: 1,
    maxPending: 3,
    isLocked: false,
    isStopped: false,
    waitsUntil: null,
    addresses: [{ to: TO, address: USED }],
    passwordChangedAt: null,
    authenticatorChangedAt: Date.UTC(2026, 10, 1, 21, 14),
    holdHours: 0,
    held: [],
    waiting: [],
    checkedAt: Date.UTC(2026, 10, 2, 14, 32),
  }),
  'POST /v1/payout/init': success({ expiresAt: 1, attempts: 3 }),
}

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(
  answers: Parameters<typeof answerCalls>[0],
  isVerified = true,
  set: Readonly<Record<string, string>> = {},
): { readonly calls: readonly string[]; readonly office: Office } {
  const passport = { documentType: 'PASSPORT', status: 'APPROVED', fields: {}, updatedAt: 5 }
  const calls = answerCalls({
    ...ANSWERS,
    'GET /v1/verifications': success(isVerified ? [passport] : []),
    ...answers,
  })
  const properties = new Map([
    ['permissionsPayout', 'TRUE'],
    ['permissionsPayoutTwoFa', 'GOOGLE_AUTHENTICATOR'],
    ...Object.entries(set),
  ])
  const office = { ...openTestOffice(), config: new Config(HOSTS, properties) }
  showPage(office, PayoutPage)
  return { calls, office }
}

/** Machines under load draw the first page late. */
const upt = () =>
  screen.findByRole('radio', { name: /UPT bonus to UPT wallet/ }, { timeout: 10_000 })
const next = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' })
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

async function openAmount(): Promise<void> {
  fireEvent.click(await upt())
  fireEvent.click(next())
}

const PAID = {
  id: 4,
  status: 'PENDING',
  amount: '100.00000000',
  fee: '2.00000000',
  receive: '98.00000000',
  address: USED,
}

const refusedAt = (fieldName: string) => ({
  body: {
    state: 'error',
    data: null,
    errors: [{ code: 'validation_error', fieldName, errors: ['invalid_format'] }],
  },
})

test('what blocks a payout is listed with the way to clear it', async () => {
  show({}, false)
  await upt()
  expect(screen.getByText('Passport not verified')).not.toBeNull()
  // In the list, and beside the button.
  expect(screen.getAllByText('1 step')).toHaveLength(2)
  expect(await screen.findByText('1 of 3 payouts pending')).not.toBeNull()
  expect(screen.getByText('5 checks passed').closest('details')?.open).toBe(false)
  expect(screen.getByText('You can request 2 more')).not.toBeNull()
  expect(screen.getByText('Payouts are open')).not.toBeNull()
  expect(screen.getByText('Checked at 14:32 UTC')).not.toBeNull()
  fireEvent.click(await upt())
  expect(next().disabled).toBe(true)
})

const standing = (changes: object) => ({
  'GET /v1/payout/standing': success({
    ...(ANSWERS['GET /v1/payout/standing'] as { body: { data: object } }).body.data,
    ...changes,
  }),
})

test('a list without anything missing is one line', async () => {
  show({})
  await upt()
  expect(await screen.findByText('6 checks passed')).not.toBeNull()
  expect(screen.queryByText(/\d steps?$/)).toBeNull()
  expect(
    document.querySelectorAll('.payout-blockers > ul, .payout-blockers > details'),
  ).toHaveLength(1)
  expect(plainTexts(document, '.payout-blockers li')).toEqual([
    'Done:Passport verified01.01.1970',
    'Done:Authenticator app readyIt shows the code for step 3',
    'Done:1 of 3 payouts pendingYou can request 2 more',
    'Done:Daily limit9,000.00000000 UPT of 10,000.00000000 UPT left until 00:00 UTC',
    'Done:Balance availableYou have 1,250.00000000 UPT',
    'Done:Payouts are openChecked at 14:32 UTC',
  ])
})

test.each([
  [2, false],
  [3, true],
  [4, true],
])('with %i of 3 payouts pending, the list leads to them: %s', async (pending, isMissing) => {
  show(standing({ pending }))
  await upt()
  await screen.findByText(`${pending} of 3 payouts pending`)
  const links = screen.getAllByRole('link', { name: 'Payout history' })
  const toPending = links.filter((link) => /status=PENDING/.test(link.getAttribute('href') ?? ''))
  expect(toPending).toHaveLength(isMissing ? 1 : 0)
  fireEvent.click(screen.getAllByText('What blocks my payout')[0]!)
  expect(document.activeElement?.id === 'payout-blocks').toBe(isMissing)
})

test.each<[string, object, string, boolean]>([
  [
    'locked',
    { isLocked: true },
    'Missing:Payouts are lockedToo many wrong codes were entered. Support can unlock payouts.Support',
    true,
  ],
  [
    'stopped',
    { isStopped: true, isLocked: true },
    'Missing:Payouts are stoppedNo new payouts can be requested for this account. Support can tell you what to do next.Support',
    true,
  ],
  [
    'waiting',
    { waitsUntil: Date.UTC(2026, 10, 2, 15, 1) },
    'Missing:Too many wrong codesYou can try again at 15:01 UTC',
    true,
  ],
  [
    'not verified',
    { pending: 3 },
    'Missing:3 of 3 payouts pendingWait until one has ended, or cancel onePayout history',
    true,
  ],
])(
  'PAY-072 what blocks payouts that are %s comes first, with the way on',
  async (_, facts, text) => {
    show(standing(facts))
    await upt()
    expect(plainTexts(document, '.payout-blockers > ul > li')).toEqual([text])
    expect(await screen.findByText('5 checks passed')).not.toBeNull()
  },
)

test('PAY-016 without an enabled way, nothing can be paid out', async () => {
  show({ 'GET /v1/payout/settings': success([]), 'GET /v1/payout/limits': success([]) })
  expect(await screen.findByText('Nothing can be paid out right now.')).not.toBeNull()
  // No balance: neither its limit nor its amount is among the checks.
  expect(screen.getByText('4 checks passed')).not.toBeNull()
})

test.each([
  [24, [], ''],
  [
    0,
    [{ to: TO, address: USED }],
    'You have not used this address before. Compare every character with your wallet.',
  ],
  [
    1,
    [{ to: TO, address: USED }],
    'You have not used this address before. Compare every character with your wallet. Payouts to a new address wait for 1 hour.',
  ],
  [
    24,
    [{ to: TO, address: USED }],
    'You have not used this address before. Compare every character with your wallet. Payouts to a new address wait for 24 hours.',
  ],
  [24, [{ to: 'ELSEWHERE', address: USED }], ''],
])(
  'PAY-083 a new address waits %i hours where %j were used',
  async (holdHours, addresses, text) => {
    show(
      standing({
        holdHours,
        addresses,
        authenticatorChangedAt: null,
        passwordChangedAt: Date.UTC(2026, 10, 1, 21, 14),
      }),
    )
    await openAmount()
    const warnings = () => plainTexts(document, 'form [role=status] .note')
    const changed =
      'Your password was changed on 01.11.2026 at 21:14 UTC. If that was not you, stop here and tell support.'
    expect(warnings()).toEqual([changed])
    fireEvent.change(field('Wallet address'), { target: { value: `0x0000\n${'1'.repeat(36)}` } })
    expect(field('Wallet address').value).toBe(`0x0000${'1'.repeat(36)}`)
    expect(warnings()).toEqual(text === '' ? [changed] : [text, changed])
  },
)

test('PAY-001 PAY-002 the steps say which are done, and back keeps what was entered', async () => {
  show({})
  await openAmount()
  const steps = () =>
    [...document.querySelectorAll('.payout-stepper li')].map(
      (step) => `${plainText(step)} ${step.className} ${step.getAttribute('aria-current')}`,
    )
  expect(steps()).toEqual(['Choose is-done null', '2Amount  step', '3Confirm  null'])
  fireEvent.change(field('Wallet address'), { target: { value: USED } })
  fireEvent.change(field('Amount'), { target: { value: '100' } })
  expect(plainTexts(document, '.payout-actions .only-phone')).toEqual([
    'You receive98.00000000 UPT',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Change' }))
  expect(steps()).toEqual(['1Choose  step', '2Amount  null', '3Confirm  null'])
  fireEvent.click(next())
  expect([field('Wallet address').value, field('Amount').value]).toEqual([USED, '100.00000000'])
})

test('PAY-055 PAY-082 the last step repeats what was accepted; the next payout begins empty', async () => {
  show({ 'POST /v1/payout/confirm': success(PAID) })
  await openAmount()
  fireEvent.change(field('Wallet address'), { target: { value: USED } })
  fireEvent.change(field('Amount'), { target: { value: '100' } })
  fireEvent.click(next())
  fireEvent.change(await screen.findByRole('textbox', { name: '6-digit code' }), {
    target: { value: '123456' },
  })
  await screen.findByRole('heading', { name: 'Payout accepted' })
  expect(pairsOf(document.querySelector('.payout-finish dl'))).toEqual([
    'Sent: 100.00000000 UPT',
    'Fee: \u22122.00000000 UPT',
    'Arrives: 98.00000000 UPT',
    'Status: Pending',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'New payout' }))
  await upt()
  fireEvent.click(next())
  expect([field('Wallet address').value, field('Amount').value]).toEqual(['', ''])
})

test('PAY-071 a window that is shown again reads nothing again: a begun payout stays', async () => {
  const { calls } = show({})
  await openAmount()
  const settings = () => calls.filter((call) => call === 'GET /v1/payout/settings').length
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
  await act(async () => void window.dispatchEvent(new Event('visibilitychange')))
  expect(settings()).toBe(1)
})

test('PAY-057 a wrong address and an amount with two readings are named at once', async () => {
  show({ 'POST /v1/payout/init': refusedAt('address') })
  await openAmount()
  fireEvent.change(field('Wallet address'), { target: { value: 'x' } })
  fireEvent.change(field('Amount'), { target: { value: '0,500' } })
  fireEvent.click(next())
  expect(await screen.findByText(/^This is not an address/)).not.toBeNull()
  expect(screen.getByText(/^This can be read as/)).not.toBeNull()
})

/** The reason that a held button names. */
const reason = () => document.getElementById(next().getAttribute('aria-describedby') ?? '')

const WAITING = {
  from: FROM,
  to: TO,
  at: Date.UTC(2026, 10, 6),
  amount: '50.00000000',
}

/** The text of a section of what blocks a payout; null without one. */
const section = (name: string) => screen.queryByRole('region', { name })?.textContent ?? null

test('ADJ-011 what blocks my payout names each hold, of every account, and what waits', async () => {
  const held = [
    hold({ recordId: 71 }),
    hold({
      account: 'SU_BONUS',
      amount: '3.500000',
      until: null,
      reason: 'First line.\nSecond line.',
    }),
  ]
  show(
    standing({ held, waiting: [WAITING, { ...WAITING, to: 'ELSEWHERE', amount: '7.00000000' }] }),
  )
  await upt()
  const [first, second] = screen
    .getAllByRole('listitem')
    .filter((item) => item.textContent?.includes('on hold'))
  expect(first!.textContent).toMatch(/^100\.00000000.UPT on hold/)
  expect(first!.textContent).toMatch(
    /Since 12\.11\.2026.14:05.UTC, until 30\.11\.2026.00:00.UTC\.We check an order of your team\./,
  )
  expect(second!.textContent).toMatch(/^3\.500000.ULTIMA on hold/)
  expect(second!.textContent).toMatch(/Since 12\.11\.2026.14:05.UTC\. No end is set yet\./)
  expect(second!.textContent).toContain('First line.\nSecond line.')
  const link = screen.getByRole('link', { name: 'Bonus 71' })
  expect(link.getAttribute('href')).toMatch(/\/transactions\/bonuses\?why=71$/)
  expect(section('Not free yet')).toMatch(
    /^Not free yetYou can pay out 50\.00000000.UPT from 06\.11\.2026.00:00.UTC on\.$/,
  )
  // Holds are no steps that the partner has to take.
  expect(screen.queryByText(/\d steps?$/)).toBeNull()
})

test('ADJ-011 without holds and waiting amounts, nothing is said of them', async () => {
  show({})
  await upt()
  expect([section('On hold'), section('Not free yet')]).toEqual([null, null])
  // In the list alone, not also at the choice of the balance.
  expect(screen.getAllByText(/^You have 1,250/)).toHaveLength(1)
})

test('ADJ-010 available, maximum and the limits follow holds and waiting amounts', async () => {
  show(standing({ held: [hold()], waiting: [WAITING] }))
  const option = await upt()
  expect(option.closest('label')?.textContent).toMatch(
    /Available1,100\.00000000.UPTYou have 1,250\.00000000.UPT$/,
  )
  expect(screen.getByText(/^You can pay out 1,100\.00000000.UPT of 1,250/)).not.toBeNull()
  await openAmount()
  const limits = [...document.querySelectorAll('.payout-limits > div')].map(
    ({ textContent }) => textContent,
  )
  expect(limits.map((text) => text?.replaceAll('\u00a0', ' '))).toEqual([
    'Minimum10.00000000 UPT',
    'Maximum now1,100.00000000 UPT',
    'Left today9,000.00000000 UPT',
    'On hold100.00000000 UPT',
    'Not free yet50.00000000 UPT',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Max' }))
  expect(field('Amount').value).toBe('1,100.00000000')
})

test.each([
  ['a daily limit', {}, true],
  ['a percentage of the balance alone', { dailyLimit: null, dailyLimitPercent: '10' }, false],
  ['neither', { dailyLimit: null, availableAmount: null }, false],
])('with %s, the amount names what is left today: %o %s', async (_, limits, isNamed) => {
  show({ 'GET /v1/payout/limits': success([{ ...LIMITS, ...limits }]) })
  await openAmount()
  expect(screen.getByText('Minimum')).not.toBeNull()
  expect(screen.queryByText('Left today') !== null).toBe(isNamed)
})

test('ADJ-010 a refused amount reads the holds again and says what is free', async () => {
  const { calls } = show({
    'POST /v1/payout/init': refusal('not_enough_funds'),
    ...standing({ held: [hold()] }),
  })
  await openAmount()
  fireEvent.change(field('Wallet address'), { target: { value: USED } })
  fireEvent.change(field('Amount'), { target: { value: '1150' } })
  const again = answerCalls({
    ...ANSWERS,
    'POST /v1/payout/init': refusal('not_enough_funds'),
    ...standing({ held: [hold({ amount: '400.00000000' })] }),
  })
  fireEvent.click(next())
  expect(await screen.findByText(/^You can pay out at most 850\.00000000.UPT/)).not.toBeNull()
  expect(field('Amount').getAttribute('aria-invalid')).toBe('true')
  expect(calls.filter((call) => call === 'GET /v1/payout/standing')).toHaveLength(1)
  expect(again).toContain('GET /v1/payout/standing')
})

test('ADJ-010 a balance that is held as a whole is not paid out, and the reason is given', async () => {
  show(standing({ held: [hold({ amount: '1250.00000000' })] }))
  fireEvent.click(await upt())
  expect(next().disabled).toBe(true)
  expect(reason()?.textContent).toBe('Nothing of this balance can be paid out now')
})

test('ADJ-010 while the holds cannot be read, the wizard does not open: its maximum could be too high', async () => {
  show({ 'GET /v1/payout/standing': refusal('internal_server_error', 500) })
  expect(await screen.findByRole('button', { name: 'Retry' })).not.toBeNull()
  expect(screen.queryByRole('radio')).toBeNull()
})

test('a disabled Continue says why, at each step', async () => {
  show({ 'GET /v1/balances': success({ [FROM]: '0.00000000' }) })
  const option = await upt()
  expect(reason()?.textContent).toBe('Choose a balance to continue.')
  fireEvent.click(option)
  expect(next().disabled).toBe(true)
  expect(reason()?.textContent).toBe('Nothing to pay out yet')
  cleanup()
  show({}, false)
  fireEvent.click(await upt())
  expect(reason()?.textContent).toBe('This payout needs a verified passport.')
  cleanup()
  show({})
  await openAmount()
  expect(reason()?.textContent).toBe('Enter a wallet address and an amount to continue.')
  fireEvent.change(field('Wallet address'), { target: { value: USED } })
  expect(next().disabled).toBe(true)
  fireEvent.change(field('Amount'), { target: { value: '1' } })
  expect(next().disabled).toBe(false)
  expect(reason()).toBeNull()
})

test.each([
  ['FALSE', true],
  ['TRUE', false],
])('D-035 with button.payout %s, Continue is held: %s', async (flag, isHeld) => {
  show({}, true, { 'button.payout': flag })
  fireEvent.click(await upt())
  expect(next().disabled).toBe(isHeld)
  expect((reason()?.textContent ?? '').startsWith('Payouts are closed for now')).toBe(isHeld)
})

test('each step opens at its top with the focus on its heading', async () => {
  const scrolled = vi.fn<typeof window.scrollTo>()
  vi.stubGlobal('scrollTo', scrolled)
  show({ 'POST /v1/payout/confirm': success(PAID) })
  const option = await upt()
  const heading = () => document.activeElement
  // The page itself opens as every page does.
  expect(heading()?.tagName).not.toBe('H2')
  const opened = async (name: string) => {
    await vi.waitFor(() => expect(heading()).toBe(screen.getByRole('heading', { level: 2, name })))
    expect(scrolled).toHaveBeenLastCalledWith(expect.objectContaining({ top: 0 }))
    scrolled.mockClear()
  }
  scrolled.mockClear()
  fireEvent.click(option)
  fireEvent.click(next())
  await opened('Amount')
  fireEvent.click(screen.getByRole('button', { name: 'Back' }))
  await opened('Choose')
  fireEvent.click(next())
  await opened('Amount')
  fireEvent.change(field('Wallet address'), { target: { value: USED } })
  fireEvent.change(field('Amount'), { target: { value: '100' } })
  expect(scrolled).not.toHaveBeenCalled()
  fireEvent.click(next())
  // The only field of this step takes the focus.
  const code = await screen.findByRole('textbox', { name: '6-digit code' })
  expect(heading()).toBe(code)
  await vi.waitFor(() => expect(scrolled).toHaveBeenCalledWith(expect.objectContaining({ top: 0 })))
  scrolled.mockClear()
  fireEvent.change(code, { target: { value: '123456' } })
  await screen.findByRole('heading', { name: 'Payout accepted' })
  await opened('Payout accepted')
  const link = screen.getByRole('link', { name: 'Payout 4' })
  expect(link.getAttribute('href')).toMatch(/payout=4$/)
})

test('a confirmed payout makes balances, history and pending payouts outdated, and a refused code none', async () => {
  const { calls, office } = show({
    'POST /v1/payout/confirm': refusal('invalid_confirmation_code'),
  })
  const kept = [['balances'], ['payout-history', { sort: 'createdAt|desc' }]]
  for (const queryKey of kept) office.queries.setQueryData(queryKey, {})
  const outdated = () => kept.map((key) => office.queries.getQueryState(key)?.isInvalidated)
  const standings = () => calls.filter((call) => call === 'GET /v1/payout/standing').length
  await openAmount()
  fireEvent.change(field('Wallet address'), { target: { value: USED } })
  fireEvent.change(field('Amount'), { target: { value: '100' } })
  fireEvent.click(next())
  const code = await screen.findByRole('textbox', { name: '6-digit code' })
  fireEvent.change(code, { target: { value: '000000' } })
  await screen.findByRole('alert')
  expect([...outdated(), standings()]).toEqual([false, false, 1])

  answerCalls({ ...ANSWERS, 'POST /v1/payout/confirm': success(PAID), ...standing({ pending: 2 }) })
  fireEvent.change(code, { target: { value: '123456' } })
  await screen.findByRole('heading', { name: 'Payout accepted' })
  expect(outdated()).toEqual([true, true])
  // The wizard's own list of what blocks a payout is read again at once.
  fireEvent.click(screen.getByRole('button', { name: 'New payout' }))
  expect(await screen.findByText('2 of 3 payouts pending')).not.toBeNull()
})

test('an amount is read as the language writes it, and the maximum is filled in the same way', async () => {
  show({})
  await openAmount()
  fireEvent.click(screen.getByRole('button', { name: 'Max' }))
  expect(field('Amount').value).toBe('1,250.00000000')
  fireEvent.change(field('Amount'), { target: { value: '1,000.50' } })
  expect(screen.getAllByText(/20\.01|^\u221220$/).length).toBeGreaterThan(0)
  expect(next().disabled).toBe(true)
  fireEvent.change(field('Wallet address'), { target: { value: USED } })
  expect(next().disabled).toBe(false)
})

test('the read amount is shown before the button; an amount with two readings is refused where it stands', async () => {
  show({ 'POST /v1/payout/init': refusedAt('amount') })
  const sent = recordBodies('/v1/payout/init')
  await openAmount()
  fireEvent.change(field('Wallet address'), { target: { value: USED } })
  fireEvent.change(field('Amount'), { target: { value: '1,000.5' } })
  const isDescribedBy = (text: RegExp): boolean =>
    (field('Amount').getAttribute('aria-describedby') ?? '')
      .split(' ')
      .some((id) => text.test(document.querySelector(`[id="${id}"]`)?.textContent ?? ''))
  expect(isDescribedBy(/^Read as 1,000\.50000000.UPT$/)).toBe(true)
  fireEvent.change(field('Amount'), { target: { value: '0,500' } })
  expect(screen.queryByText(/^Read as/)).toBeNull()
  expect(screen.queryByText(/^This can be read as/)).toBeNull()
  fireEvent.blur(field('Amount'))
  expect(isDescribedBy(/0\.50000000 or as 500\.00000000\./)).toBe(true)
  fireEvent.click(next())
  await vi.waitFor(() => expect(next().disabled).toBe(false))
  // What cannot be read is never sent as an amount.
  expect(sent).toEqual([expect.objectContaining({ address: USED, amount: '' })])
  expect(isDescribedBy(/^This can be read as/)).toBe(true)
})

test.each(['9.99999999', '1250.00000001', '5000.01', '0', 'abc'])(
  'a wrong address and the wrong amount %s are named at once',
  async (amount) => {
    show({ 'POST /v1/payout/init': refusedAt('address') })
    await openAmount()
    fireEvent.change(field('Wallet address'), { target: { value: 'x' } })
    fireEvent.change(field('Amount'), { target: { value: amount } })
    fireEvent.click(next())
    expect(await screen.findByText(/^This is not an address/)).not.toBeNull()
    expect(screen.getByText(/^Enter an amount from 10/)).not.toBeNull()
    expect(field('Amount').getAttribute('aria-invalid')).toBe('true')
  },
)

test.each(['10', '1250'])('a wrong address alone is named with the amount %s', async (amount) => {
  show({ 'POST /v1/payout/init': refusedAt('address') })
  await openAmount()
  fireEvent.change(field('Wallet address'), { target: { value: 'x' } })
  fireEvent.change(field('Amount'), { target: { value: amount } })
  fireEvent.click(next())
  expect(await screen.findByText(/^This is not an address/)).not.toBeNull()
  expect(field('Amount').getAttribute('aria-invalid')).toBeNull()
})

test('a look-alike address and a new authenticator are warned about, and nothing is blocked', async () => {
  show({})
  await openAmount()
  expect(await screen.findByText(/^Your authenticator was set up on 01\.11\.2026/)).not.toBeNull()
  fireEvent.change(field('Wallet address'), { target: { value: FAKE } })
  expect(screen.getByText(/^This address looks like one you used before/)).not.toBeNull()
  // The characters that differ.
  expect(plainTexts(document, 'mark')).toEqual(['a', '0', 'b', '9'])
  fireEvent.change(field('Amount'), { target: { value: '100' } })
  expect(next().disabled).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Use the earlier address' }))
  expect(field('Wallet address').value).toBe(USED)
  expect(screen.queryByText(/^This address looks like/)).toBeNull()
  fireEvent.change(field('Wallet address'), { target: { value: `${USED.slice(0, -4)}0000` } })
  expect(screen.getByText('You have not used this address before.')).not.toBeNull()
})

test.each(['1e5', 'NaN', '-0', '9'.repeat(30), '1.123456789', '1,2,3', '0x64'])(
  'ERR-015 the amount %s is refused at its field, and stays to be corrected',
  async (amount) => {
    show({ 'POST /v1/payout/init': refusedAt('amount') })
    await openAmount()
    fireEvent.change(field('Wallet address'), { target: { value: USED } })
    fireEvent.change(field('Amount'), { target: { value: amount } })
    fireEvent.click(next())
    expect(await screen.findByText(/^Enter an amount from 10/)).not.toBeNull()
    expect(field('Amount').getAttribute('aria-invalid')).toBe('true')
    expect(field('Wallet address').getAttribute('aria-invalid')).not.toBe('true')
    expect(field('Amount').value).toBe(amount)
    expect(screen.queryByRole('textbox', { name: '6-digit code' })).toBeNull()
  },
)

test.each([
  ['a look-alike letter', USED.replace('a', '\u0430')],
  ['a zero-width space', `${USED.slice(0, 20)}\u200b${USED.slice(20)}`],
  ['a space inside', `${USED.slice(0, 20)} ${USED.slice(20)}`],
])('ERR-016 an address with %s is refused at its field', async (_title, address) => {
  show({ 'POST /v1/payout/init': refusedAt('address') })
  await openAmount()
  fireEvent.change(field('Wallet address'), { target: { value: address } })
  fireEvent.change(field('Amount'), { target: { value: '100' } })
  fireEvent.click(next())
  await vi.waitFor(() => expect(field('Wallet address').getAttribute('aria-invalid')).toBe('true'))
  expect(field('Amount').getAttribute('aria-invalid')).not.toBe('true')
  expect(field('Wallet address').value).toBe(address)
})

const LIMITS_TEXT = /^Enter an amount from 10/

test.each([
  ['not_enough_funds', 'Amount', /^Your balance/],
  ['request_limit', 'Amount', LIMITS_TEXT],
  ['minimum_limit', 'Amount', LIMITS_TEXT],
  ['daily_limit', 'Amount', /today/],
  ['invalid_wallet_address', 'Wallet address', /^This is not an address/],
  ['payout_is_disabled', null, /^Payouts are closed/],
])(
  'PAY-057 PAY-058 PAY-060 PAY-061 %s is shown at its place until an entry changes',
  async (code, at, text) => {
    show({ 'POST /v1/payout/init': refusal(code) })
    await openAmount()
    fireEvent.change(field('Wallet address'), { target: { value: USED } })
    fireEvent.change(field('Amount'), { target: { value: '100' } })
    fireEvent.click(next())
    expect((await screen.findByRole('alert')).textContent).toMatch(text)
    const wrong = () =>
      ['Wallet address', 'Amount'].filter(
        (name) => field(name).getAttribute('aria-invalid') === 'true',
      )
    expect(wrong()).toEqual(at === null ? [] : [at])
    fireEvent.change(field('Amount'), { target: { value: '101' } })
    expect(wrong()).toEqual([])
    expect(screen.queryByRole('alert')).toBeNull()
  },
)

test('a refused code leaves attempts, and a right one shows what was accepted', async () => {
  show({ 'POST /v1/payout/confirm': refusal('invalid_confirmation_code') })
  await openAmount()
  fireEvent.change(field('Wallet address'), { target: { value: USED } })
  fireEvent.change(field('Amount'), { target: { value: '100' } })
  fireEvent.click(next())
  const code = await screen.findByRole('textbox', { name: '6-digit code' })
  fireEvent.change(code, { target: { value: '123456' } })
  expect(await screen.findByText('That code did not match. 2 attempts left.')).not.toBeNull()

  answerCalls({
    ...ANSWERS,
    'POST /v1/payout/confirm': success(PAID),
  })
  fireEvent.change(field('6-digit code'), { target: { value: '654321' } })
  expect(await screen.findByRole('heading', { name: 'Payout accepted' })).not.toBeNull()
  expect(screen.getByLabelText(USED)).not.toBeNull()
})

const isPassport = (path: string) => /^\/v1\/(verifications|two-fa)/.test(path)

/** Loses the connection and finds it again: everything old is read again. */
async function reconnect(): Promise<void> {
  await act(async () => {
    window.dispatchEvent(new Event('offline'))
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(30_000)
  })
}

describe.each(HOST_FAULTS)('the passport is %s', (fault) => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  test('in mid-session: a begun payout stays', async () => {
    show({})
    await openAmount()
    fireEvent.change(field('Amount'), { target: { value: '100' } })
    failingHost(isPassport).fail(fault)
    await reconnect()
    expect(field('Amount').value).toBe('100')
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  })

  test('when the page opens: the page says so, and Retry goes on', async () => {
    show({})
    const passport = failingHost(isPassport)
    passport.fail(fault)
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    const retry = screen.getByRole('button', { name: 'Retry' })
    expect(screen.queryByRole('radio')).toBeNull()
    passport.repair()
    fireEvent.click(retry)
    expect(await upt()).not.toBeNull()
  })
})
