import classes from './skeleton.module.css'

interface Props {
  readonly rows?: number
  /** Widths of the bars of a row, in the shares of the real columns. */
  readonly widths?: readonly number[]
}

/** Bars in the place of rows that are being read. They appear after a moment, so that a quick answer does not flash. */
export function Skeleton({ rows = 5, widths = [3, 5, 2] }: Props) {
  return (
    <div className={classes.skeleton} aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike.
        <div key={row} className={classes.row}>
          {widths.map((width, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change.
            <span key={column} style={{ flex: width }} />
          ))}
        </div>
      ))}
    </div>
  )
}
