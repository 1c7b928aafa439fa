import type { Core } from '../../core/core.ts'
import { type Decision, decideVerification } from '../verifications/decide-verification.ts'
import { digestNext, documentBytes } from '../verifications/stored-documents.ts'

/** Approves or rejects a document as the operator saw it. Refuses: `changed_meanwhile`; `validation_error`. Source: DOC-003. */
export async function decideDocument(
  core: Core,
  id: number,
  decision: Decision & { readonly version: number },
): Promise<void> {
  await decideVerification(core, id, decision)
}

/** The content of a stored file of a document, part by part. */
export const bytesOfDocument = (
  core: Core,
  file: { readonly id: number; readonly name: string; readonly bytes: number },
): AsyncGenerator<Uint8Array> => documentBytes(core, file)

/** Computes the digest of the next file that has none; returns whether there was one. */
export const digestNextDocument = (core: Core): Promise<boolean> => digestNext(core)
