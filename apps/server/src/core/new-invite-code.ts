import { randomInt } from 'node:crypto'

import { INVITE_CODE_LENGTH, INVITE_CODE_SIGNS } from '@partner-office/domain'

/** Draws an invite code; it may be taken. Source: decisions C11.28. */
export function newInviteCode(): string {
  let code = ''
  while (code.length < INVITE_CODE_LENGTH)
    code += INVITE_CODE_SIGNS[randomInt(INVITE_CODE_SIGNS.length)]
  return code
}
