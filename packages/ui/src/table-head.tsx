type TableHeadProps = {
  /** Heads of the columns; figures are aligned to the end. */
  columns: readonly { text: string; isFigure?: boolean }[]
}

/** The head of a table. */
export function TableHead({ columns }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {columns.map(({ text, isFigure = false }) => (
          <th key={text} scope="col" className={isFigure ? 'n' : undefined}>
            {text}
          </th>
        ))}
      </tr>
    </thead>
  )
}
