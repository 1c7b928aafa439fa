// @vitest-environment jsdom
import { installTopLayer } from '@partner-office/ui/testing/top-layer.ts'
import { HOSTS } from '@partner-office/web/testing/hosts.ts'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { Config } from '../../lib/configuration/config.ts'
import { openTestOffice } from '../../testing/open.ts'
import { plainText, plainTexts } from '../../testing/plain-text.ts'
import { answerCalls, refusal, success } from '../../testing/services.ts'
import { showPage } from '../../testing/show-page.tsx'
import { LegalGate } from './legal-gate.tsx'

beforeAll(installTopLayer)
beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const LEGALS = '/v1/legals/partner'
const DOCUMENTS = ['terms', 'privacy', 'ownRules'].map((name) => ({ name, file: `${name}.pdf` }))

/** Shows the gate; returns whether it was passed, and the calls. */
function openGate(answers: Parameters<typeof answerCalls>[0]) {
  const calls = answerCalls(answers)
  const config = new Config(HOSTS, new Map([['legalDocuments', JSON.stringify(DOCUMENTS)]]))
  const office = { ...openTestOffice(), config }
  const accepted = vi.spyOn(office.startUp, 'accepted').mockImplementation(() => {})
  const logOut = vi.spyOn(office.startUp, 'logOut').mockImplementation(async () => {})
  showPage(office, LegalGate)
  return { accepted, logOut, calls }
}
const accept = () => screen.getByRole('button', { name: /^Accept/ })
const reason = () =>
  plainText(document.getElementById(accept().getAttribute('aria-describedby') ?? ''))

test('LEG-001 LEG-004 LEG-007 the documents are accepted once each is selected and the partner agrees', async () => {
  const { accepted, calls } = openGate({ [`POST ${LEGALS}`]: success({ acceptedAt: 1 }) })
  const boxes = await screen.findAllByRole<HTMLInputElement>('checkbox')
  expect(plainTexts(document, '.legal-list li')).toEqual([
    'Terms and conditionsRead',
    'Privacy policyRead',
    'ownRulesRead',
  ])
  expect(document.activeElement?.textContent).toBe('Before you continue')
  expect(reason()).toBe('3 documents left')
  fireEvent.click(accept())
  expect(calls).toEqual([])
  const all = screen.getByRole<HTMLInputElement>('switch', { name: 'Select all documents' })
  fireEvent.click(all)
  expect(boxes.map(({ checked }) => checked)).toEqual([true, true, true])
  expect(reason()).toBe('Turn on “I agree” to continue.')
  fireEvent.click(boxes[1]!)
  expect([all.checked, boxes[1]!.checked, reason()]).toEqual([false, false, '1 document left'])
  fireEvent.click(boxes[1]!)
  fireEvent.click(all)
  expect(reason()).toBe('3 documents left')
  fireEvent.click(all)
  fireEvent.click(screen.getByRole('switch', { name: /^I agree/ }))
  expect(accept().getAttribute('aria-disabled')).toBeNull()
  fireEvent.click(accept())
  await vi.waitFor(() => expect(accepted).toHaveBeenCalledOnce())
})

test.each<[string, Parameters<typeof answerCalls>[0], boolean]>([
  [
    'accepted already',
    {
      [`POST ${LEGALS}`]: refusal('legals_already_accepted'),
      [`GET ${LEGALS}`]: success({ acceptedAt: 1 }),
    },
    true,
  ],
  ['not accepted', { [`POST ${LEGALS}`]: refusal('internal_server_error', 500) }, false],
])('LEG-008 LEG-009 LEG-010 documents that are %s', async (_, answers, isPassed) => {
  const { accepted } = openGate(answers)
  fireEvent.click(await screen.findByRole('switch', { name: 'Select all documents' }))
  fireEvent.click(screen.getByRole('switch', { name: /^I agree/ }))
  fireEvent.click(accept())
  if (isPassed) await vi.waitFor(() => expect(accepted).toHaveBeenCalledOnce())
  else expect(await screen.findByRole('alert')).toBeDefined()
  expect(accepted).toHaveBeenCalledTimes(isPassed ? 1 : 0)
})

test('LEG-011 a partner who does not agree can log out', async () => {
  const { logOut } = openGate({})
  fireEvent.click(await screen.findByRole('button', { name: 'Log out' }))
  expect(logOut).toHaveBeenCalledOnce()
})
