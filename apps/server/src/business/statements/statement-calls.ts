import type { OFFICE } from '@partner-office/contracts'

import type { Core } from '../../core/core.ts'
import type { Handlers } from '../../input/handlers.ts'
import type { Partner } from '../partner.ts'
import { checkStatement } from './check-statement.ts'
import { generateStatements } from './generate-statements.ts'
import { readStatementLink, readStatementList } from './read-statements.ts'
import { readStatementKeys } from './statement-keys.ts'

/** The calls of the monthly statements. Source: api.md section 2. */
export const statementCalls = (
  core: Core,
  officeOrigin: string,
): Handlers<typeof OFFICE.statements, Partner> => ({
  getReportList: ({ query }, { partnerId }) => readStatementList(core, partnerId, query),
  getReport: ({ query }, { partnerId }) =>
    readStatementLink(core, { partnerId, officeOrigin }, query),
  postReportGenerate: ({ body }, { partnerId }) => generateStatements(core, partnerId, body),
  getStatementKeys: () => readStatementKeys(core.database.read),
  getStatementCheck: ({ params }) => checkStatement(core, params.code),
})
