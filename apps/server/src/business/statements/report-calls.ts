import {
  getReport,
  getReportList,
  getStatementCheck,
  getStatementKeys,
  postReportGenerate,
} from '@partner-office/contracts'

import type { Core } from '../../core/core.ts'
import type { ServePartner } from '../serve-partner.ts'
import { checkStatement } from './check-statement.ts'
import { generateReport } from './generate-report.ts'
import { readReportLink, readReportList } from './read-reports.ts'
import { readStatementKeys } from './statement-keys.ts'

/** The calls of the monthly statements. Source: api.md section 2. */
export function reportCalls(serve: ServePartner, core: Core, officeOrigin: string): void {
  serve(getReportList, ({ query }, partnerId) => readReportList(core, partnerId, query))
  serve(getReport, ({ query }, partnerId) =>
    readReportLink(core, { partnerId, officeOrigin }, query),
  )
  serve(postReportGenerate, ({ body }, partnerId) => generateReport(core, partnerId, body))
  serve(getStatementKeys, () => readStatementKeys(core.database.read))
  serve(getStatementCheck, ({ params }) => checkStatement(core, params.code))
}
