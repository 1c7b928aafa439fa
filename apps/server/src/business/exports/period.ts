/** A month as its first instant and the first instant after it. */
export type Period = { readonly text: string; readonly start: number; readonly end: number }
