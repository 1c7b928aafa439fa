import { DocumentFields, type PASSPORT } from '@partner-office/contracts'
import { FormRefusal } from '@partner-office/domain'

import { withSavedForm } from '../../uploads/saved-form.ts'
import type { Handlers } from '../../input/handlers.ts'
import type { Caller, Passport } from '../passport.ts'
import { requireSession } from '../tokens/sessions.ts'
import { readVerifications } from './read-verifications.ts'
import { sendDocument } from './send-document.ts'

/** The calls about documents to be verified. Source: api.md section 3. */
export const documentCalls = (
  passport: Passport,
): Handlers<typeof PASSPORT.verifications, Caller> => ({
  getVerifications: async (_input, { authorization }) =>
    readVerifications(passport, await requireSession(passport, authorization)),
  postVerification: async ({ params, parts }, { authorization }) => {
    const session = await requireSession(passport, authorization)
    return withSavedForm(parts, 'files', ({ fields, files }) =>
      sendDocument(passport, session, { ...params, fields: parseFields(fields), files }),
    )
  },
})

/** Refuses: `invalid_format`, for each field that cannot be stored. */
function parseFields(fields: Readonly<Record<string, string>>): DocumentFields {
  const { data, error } = DocumentFields.safeParse(fields)
  if (error === undefined) return data
  throw new FormRefusal(
    error.issues.map(({ path }) => ({ field: String(path[0]), code: 'invalid_format' })),
  )
}
