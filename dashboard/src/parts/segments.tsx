import classes from './segments.module.css'

interface Props<Name extends string> {
  /** The name of the choice. */
  readonly label: string
  readonly value: Name
  readonly names: readonly (readonly [Name, string])[]
  readonly choose: (name: Name) => void
}

/** A switch between views of the same thing. */
export function Segments<Name extends string>({ label, value, names, choose }: Props<Name>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form.
    <div className={classes.segments} role="group" aria-label={label}>
      {names.map(([name, title]) => (
        <button key={name} type="button" aria-pressed={name === value} onClick={() => choose(name)}>
          {title}
        </button>
      ))}
    </div>
  )
}
