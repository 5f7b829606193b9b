import { Button } from '@mantine/core'
import { Problem } from '../../parts/problem.tsx'
import { useWords } from '../../words/words.ts'
import { Leave } from './leave.tsx'
import classes from './settings.module.css'
import { settingsWords } from './settings-words.ts'
import type { Edits } from './use-edits.ts'
import type { useSave } from './use-save.ts'

interface Props {
  readonly edits: Edits
  readonly saving: ReturnType<typeof useSave>
}

/** Saves or discards the changes of a screen, and asks before they are left. */
export function SaveBar({ edits: { isChanged, crossed, forgetAll }, saving }: Props) {
  const t = useWords(settingsWords)
  const status = crossed.length > 0 ? t.crossed : isChanged ? t.unsaved : saving.isSuccess && t.saved
  return (
    <div className={classes.save} data-changed={isChanged || undefined}>
      <Problem error={saving.error} />
      <div className={classes.buttons}>
        <Button variant="filled" loading={saving.isPending} onClick={() => saving.mutate()}>
          {t.save}
        </Button>
        {isChanged && (
          <Button variant="subtle" onClick={forgetAll}>
            {t.discard}
          </Button>
        )}
        <p role="status" className="small second">
          {status}
        </p>
      </div>
      <Leave isChanged={isChanged} />
    </div>
  )
}
