/**
 * What a place of a document may hold. Each reader says it of itself, so a form that is built from it has every value that the
 * reader accepts, and no other.
 *
 * `isOptional`: the value may be null. `fallback` holds in place of a value that is left out.
 */
export type Shape = { readonly isOptional?: boolean; readonly fallback?: unknown } & (
  | { readonly kind: 'fields'; readonly fields: Readonly<Record<string, Shape>> }
  | { readonly kind: 'list'; readonly element: Shape }
  | { readonly kind: 'word'; readonly words: readonly string[] }
  | { readonly kind: 'flag' | 'integer' | 'decimal' | 'instant' | 'text' | 'rank' }
)

/** A document of this form with no value written: lists without rows, settings as they are when they are left out. */
export function emptyOf(shape: Shape): unknown {
  switch (shape.kind) {
    case 'fields':
      return Object.fromEntries(
        Object.entries(shape.fields).map(([name, field]) => [name, emptyOf(field)]),
      )
    case 'list':
      return []
    default:
      if (shape.isOptional) return shape.fallback
      return firstOf(shape)
  }
}

/** A choice begins at its first word: a field with one word only needs no act. */
function firstOf(shape: Shape): unknown {
  if (shape.kind === 'word') return shape.words[0]
  return shape.kind === 'flag' ? false : ''
}
