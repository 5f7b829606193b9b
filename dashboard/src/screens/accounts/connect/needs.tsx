import type { PlatformName } from '../../../data/platforms.ts'
import { useWords } from '../../../words/words.ts'
import classes from './connect.module.css'
import { connectWords } from './connect-words.ts'
import { needsWords } from './needs-words.ts'

/** What a person must have before anything here can work. */
export function Needs({ platform }: { readonly platform: PlatformName }) {
  const t = useWords(connectWords)
  const needs = useWords(needsWords)[platform]
  if (needs === undefined) return null
  return (
    <>
      <ul className={classes.facts}>
        {needs.facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {needs.console !== null && (
        <a className="link small" href={needs.console} target="_blank" rel="noreferrer">
          {t.console(new URL(needs.console).host)}
        </a>
      )}
      <p className="small third">
        {t.guide} <code>docs/platforms/{platform}.md</code>
      </p>
    </>
  )
}
