import type { LoadedPlanVersion, PlanDraft } from '@partner-office/contracts'
import { DEFAULT_PLAN_DOCUMENT, draftText } from '@partner-office/domain'

import { type FakeService, NOW } from './fake-service.ts'

const version = (number: number, changes: Partial<LoadedPlanVersion> = {}): LoadedPlanVersion => ({
  version: number,
  validFrom: 0,
  until: null,
  state: 'IN_FORCE',
  loadedAt: NOW - 60_000,
  loadedBy: 'pat@example.com',
  approvedBy: 'fin@example.com',
  proposal: 41,
  reason: 'as the meeting has decided',
  withdraws: null,
  withdrawnBy: null,
  mayWithdraw: false,
  ...changes,
})

/** A draft with this document. */
export const planDraft = (document: unknown, changes: Partial<PlanDraft> = {}): PlanDraft => ({
  id: 7,
  name: 'Summer',
  author: 'pat@example.com',
  fromVersion: 1,
  version: 1,
  createdAt: NOW - 120_000,
  updatedAt: NOW - 60_000,
  updatedBy: 'pat@example.com',
  sha256: 'ab'.repeat(32),
  proposal: null,
  text: draftText(document),
  problems: [],
  warnings: [],
  ...changes,
})

/** For tests: gives three versions and one draft to a service whose operator writes plans. */
export function givePlans(service: FakeService, draft = planDraft(DEFAULT_PLAN_DOCUMENT)): void {
  const { data, me } = service
  service.me = me && { ...me, operator: { ...me.operator, roles: ['plan'] } }
  const start = NOW + 86_400_000
  const versions = [
    version(3, { validFrom: start, state: 'PLANNED', withdraws: 2, reason: 'a wrong percent' }),
    version(2, { validFrom: start, until: start, state: 'WITHDRAWN', withdrawnBy: 3 }),
    version(1, { until: start, loadedBy: null, approvedBy: null, proposal: null, reason: null }),
  ]
  data.set('GET /console/v1/plan/versions', () => ({ content: versions }))
  data.set('GET /console/v1/plan/versions/1', () => ({
    ...versions[2],
    text: draftText(DEFAULT_PLAN_DOCUMENT),
  }))
  data.set('GET /console/v1/plan/uses', () => ({
    content: [
      { version: 3, orders: 0, records: 0 },
      { version: 2, orders: 0, records: 0 },
      { version: 1, orders: 1_234, records: 5_678 },
    ],
  }))
  data.set('GET /console/v1/plan/holders', () => ({
    content: [
      { code: 'FREE', partners: 9_887_178 },
      { code: 'JADE', partners: 121_806 },
    ],
  }))
  data.set('GET /console/v1/plan/drafts', () => ({ content: [{ ...draft, problems: 0 }] }))
  data.set('GET /console/v1/plan/drafts/7', () => draft)
}
