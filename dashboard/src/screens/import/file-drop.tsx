import { type DragEvent, useState } from 'react'
import { useWords } from '../../words/words.ts'
import classes from './import.module.css'
import { importWords } from './import-words.ts'

interface Props {
  /** A file was chosen before. */
  readonly isSmall: boolean
  readonly isBusy: boolean
  readonly take: (text: string) => void
}

/** A place for one file, by hand or by keyboard. */
export function FileDrop({ isSmall, isBusy, take }: Props) {
  const t = useWords(importWords)
  const [isOver, setOver] = useState(false)
  const [isUnreadable, setUnreadable] = useState(false)
  const read = async (file: File | undefined) => {
    if (!file || isBusy) return
    setUnreadable(false)
    await file.text().then(take, () => setUnreadable(true))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void read(event.dataTransfer.files[0])
  }
  const hover = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    <label
      className={classes.drop}
      data-small={isSmall || undefined}
      data-over={isOver || undefined}
      onDragOver={hover}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        type="file"
        accept=".csv,text/csv"
        className="hidden-text"
        onChange={({ currentTarget }) => {
          void read(currentTarget.files?.[0])
          // The same file can be chosen again after it was corrected.
          currentTarget.value = ''
        }}
      />
      <b>{isBusy ? t.reading : isSmall ? t.another : t.drop}</b>
      {!isSmall && <span className="small third">{t.hint}</span>}
      {isUnreadable && (
        <span role="alert" className={classes.bad}>
          {t.unreadable}
        </span>
      )}
    </label>
  )
}
