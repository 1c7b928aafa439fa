type Dimensions = Readonly<Record<string, readonly unknown[]>>
type Row<D extends Dimensions> = { readonly [Name in keyof D]: D[Name][number] }

/** Every combination of the values. */
export const everyRow = <const D extends Dimensions>(dimensions: D): Row<D>[] =>
  Object.entries(dimensions).reduce<object[]>(
    (rows, [name, values]) =>
      rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
    [{}],
  ) as Row<D>[]
