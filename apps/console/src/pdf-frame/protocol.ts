/** How pages are drawn. Units: `zoom` in percent of the width of the frame; `turn` in degrees clockwise. */
export type View = { readonly zoom: number; readonly turn: 0 | 90 | 180 | 270 }

/** What the page sends to the frame. `pageText`: the name of a page, with `{n}` and `{count}`. */
export type ToFrame = View & { readonly bytes?: ArrayBuffer; readonly pageText: string }

/** A font or an encoding that the frame needs and a file names without holding it. `bytes`: null if there is none of this name. */
export type Part = { readonly part: string; readonly bytes: ArrayBuffer | null }

/** What the frame answers. `pages`: how many there are; `drawn`: how many of them are drawn. */
export type FromFrame =
  | { readonly kind: 'ready' }
  | { readonly kind: 'drawn'; readonly pages: number; readonly drawn: number }
  | { readonly kind: 'failed' }

/** What the frame asks for while it draws. */
export type PartWanted = { readonly kind: 'part'; readonly part: string }
