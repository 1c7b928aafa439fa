type SegmentsProps<Value extends string> = {
  readonly labelledBy?: string
  readonly label?: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly text: string }[]
  readonly onChange: (value: Value) => void
}

/** A choice of a few options, all visible; the pressed one applies. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { labelledBy, label, value, options, onChange } = props
  return (
    <div className="segments" role="group" aria-labelledby={labelledBy} aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.text}
        </button>
      ))}
    </div>
  )
}
