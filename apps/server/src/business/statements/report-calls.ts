import type { OFFICE } from '@partner-office/contracts'

import type { Core } from '../../core/core.ts'
import type { Handlers } from '../../input/handlers.ts'
import type { Partner } from '../partner.ts'
import { checkStatement } from './check-statement.ts'
import { generateReport } from './generate-report.ts'
import { readReportLink, readReportList } from './read-reports.ts'
import { readStatementKeys } from './statement-keys.ts'

/** The calls of the monthly statements. Source: api.md section 2. */
export const reportCalls = (
  core: Core,
  officeOrigin: string,
): Handlers<typeof OFFICE.statements, Partner> => ({
  getReportList: ({ query }, { partnerId }) => readReportList(core, partnerId, query),
  getReport: ({ query }, { partnerId }) => readReportLink(core, { partnerId, officeOrigin }, query),
  postReportGenerate: ({ body }, { partnerId }) => generateReport(core, partnerId, body),
  getStatementKeys: () => readStatementKeys(core.database.read),
  getStatementCheck: ({ params }) => checkStatement(core, params.code),
})
