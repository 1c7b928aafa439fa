import { expect, test } from 'vitest'

import { DISPUTE_EVENTS, DISPUTE_STATES, disputeAfter, isOpenDispute } from './disputes.ts'

test('DSP-004 every pair of a state and an event: the listed ones change the state, no other does', () => {
  const changes = DISPUTE_STATES.flatMap((state) =>
    DISPUTE_EVENTS.map((event) => `${state} ${event} ${disputeAfter(state, event) ?? '-'}`),
  )
  expect(changes).toEqual([
    'OPEN ask QUESTION',
    'OPEN reply -',
    'OPEN answer ANSWERED',
    'OPEN correct CORRECTED',
    'OPEN withdraw WITHDRAWN',
    'OPEN reopen -',
    'QUESTION ask -',
    'QUESTION reply OPEN',
    'QUESTION answer ANSWERED',
    'QUESTION correct CORRECTED',
    'QUESTION withdraw WITHDRAWN',
    'QUESTION reopen -',
    'ANSWERED ask -',
    'ANSWERED reply -',
    'ANSWERED answer -',
    'ANSWERED correct -',
    'ANSWERED withdraw -',
    'ANSWERED reopen OPEN',
    'CORRECTED ask -',
    'CORRECTED reply -',
    'CORRECTED answer -',
    'CORRECTED correct -',
    'CORRECTED withdraw -',
    'CORRECTED reopen OPEN',
    'WITHDRAWN ask -',
    'WITHDRAWN reply -',
    'WITHDRAWN answer -',
    'WITHDRAWN correct -',
    'WITHDRAWN withdraw -',
    'WITHDRAWN reopen -',
  ])
})

test('DSP-004 OPEN and QUESTION are open, the others have ended', () => {
  expect(DISPUTE_STATES.filter(isOpenDispute)).toEqual(['OPEN', 'QUESTION'])
})
