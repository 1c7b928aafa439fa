import type { CallInput, CallReply, Contract } from '@partner-office/contracts'

import type { FormPart } from './form-parts.ts'

/** Input of a handler: what the contract parses, or the parts of a form. The handler reads every file to its end, or throws. */
export type HandlerInput<Of> = Of extends Contract
  ? Of extends { readonly multipart: object }
    ? Pick<CallInput<Of>, 'params'> & { readonly parts: AsyncIterable<FormPart> }
    : CallInput<Of>
  : never

/** Handlers of an area: one for each of its contracts, by its name. `Caller`: what the gate knows of the caller. */
export type Handlers<Area, Caller> = {
  readonly [Name in keyof Area]: (
    input: HandlerInput<Area[Name]>,
    caller: Caller,
  ) => Promise<Area[Name] extends Contract ? CallReply<Area[Name]> : never>
}
