import { Code } from '../../parts/code.tsx'
import { Copy } from '../../parts/copy.tsx'
import { useWords } from '../../words/words.ts'
import classes from './keys.module.css'
import { keyWords } from './keys-words.ts'
import { setupsOf } from './setups.ts'

/** The details that assistants need to use this instance, to copy. Without a key, its place is left open. */
export function Assistants({ secret }: { readonly secret?: string }) {
  const t = useWords(keyWords)
  return (
    <section className={classes.assistants} aria-label={t.assistants}>
      <h2>{t.assistants}</h2>
      {secret === undefined && (
        <>
          <p className="second">{t.hosted}</p>
          <div className={classes.address}>
            <Copy what={t.address}>{`${location.origin}/mcp`}</Copy>
          </div>
        </>
      )}
      <p className="second">{secret === undefined ? t.assistantsText : t.assistantsReady}</p>
      <Code what={t.assistants} samples={setupsOf(location.origin, secret ?? 'pp_…')} />
    </section>
  )
}
