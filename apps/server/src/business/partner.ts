/** The partner who is signed in, the only one whose data a call may touch, and the session that the call came with. */
export type Partner = { readonly partnerId: number; readonly session: string }
