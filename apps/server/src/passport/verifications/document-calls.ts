import { DocumentFields, getVerifications, postVerification } from '@partner-office/contracts'
import { FormRefusal, MOST_DOCUMENT_FILES, TOO_LARGE_BYTES } from '@partner-office/domain'

import { withSavedForm } from '../../uploads/saved-form.ts'
import type { Passport, Serve, ServeForm } from '../passport.ts'
import { requireSession } from '../tokens/sessions.ts'
import { readVerifications } from './read-verifications.ts'
import { sendDocument } from './send-document.ts'

const FORM = {
  files: MOST_DOCUMENT_FILES,
  fileBytes: TOO_LARGE_BYTES - 1,
  withinMs: 10 * 60_000,
} as const

type Serves = { readonly serve: Serve; readonly serveForm: ServeForm }

/** The calls about documents to be verified. Source: api.md section 3. */
export function documentCalls({ serve, serveForm }: Serves, passport: Passport): void {
  serve(getVerifications, async (_input, { authorization }) =>
    readVerifications(passport, await requireSession(passport, authorization)),
  )
  serveForm(postVerification, FORM, async ({ params, parts }, { authorization }) => {
    const session = await requireSession(passport, authorization)
    return withSavedForm(parts, 'files', ({ fields, files }) =>
      sendDocument(passport, session, { ...params, fields: parseFields(fields), files }),
    )
  })
}

/** Refuses: `invalid_format`, for each field that cannot be stored. */
function parseFields(fields: Readonly<Record<string, string>>): DocumentFields {
  const { data, error } = DocumentFields.safeParse(fields)
  if (error === undefined) return data
  throw new FormRefusal(
    error.issues.map(({ path }) => ({ field: String(path[0]), code: 'invalid_format' })),
  )
}
