import type { PostWarning } from '@polypost/sdk'
import { Icon } from '../../parts/icon.tsx'
import { Mark } from '../../parts/mark.tsx'
import { State } from '../../parts/state.tsx'
import { useWords } from '../../words/words.ts'
import { findingWords } from './finding-words.ts'
import classes from './findings.module.css'
import type { Fix } from './state/fixes.ts'

interface Props {
  readonly fixes: readonly Fix[]
  /** Whether the finding stands beside its option, because the options are open. */
  readonly isElsewhere: (fix: Fix) => boolean
  readonly warnings: readonly PostWarning[]
}

/** The things to fix, and below them what is good to know. */
export function FindingsList({ fixes, isElsewhere, warnings }: Props) {
  const t = useWords(findingWords)
  return (
    <section className={classes.findings} aria-label={t.label}>
      <div role="status">{fixes.length > 0 && <h2>{t.toFix(fixes.length)}</h2>}</div>
      <ul>
        {fixes
          .filter((fix) => !isElsewhere(fix))
          .map(({ finding, actions }) => (
            <li key={`${finding.path} ${finding.platform} ${finding.message}`} className={classes.finding}>
              <State state="failed" short />
              {finding.platform === undefined ? <span /> : <Mark platform={finding.platform} alone />}
              <p>{finding.message}</p>
              <span className={classes.actions}>
                {actions.map(({ title, run }) => (
                  <button key={title} type="button" className="link" onClick={run}>
                    {title}
                  </button>
                ))}
              </span>
            </li>
          ))}
        {warnings.map(({ platform, message }) => (
          <li key={`${platform} ${message}`} className={classes.finding} data-quiet>
            <Icon name="info" label={t.info} />
            {platform === null ? <span /> : <Mark platform={platform} alone />}
            <p>{message}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
