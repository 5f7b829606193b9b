import { Button } from '@mantine/core'
import type { AddSandboxFaultBody } from '@polypost/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { polypost } from '../../data/client.ts'
import { titleOf } from '../../data/platforms.ts'
import { faultsQuery } from '../../data/sandbox.ts'
import { Problem } from '../../parts/problem.tsx'
import { ReadError } from '../../parts/read-error.tsx'
import { State } from '../../parts/state.tsx'
import { useWords } from '../../words/words.ts'
import { FaultForm } from './fault-form.tsx'
import classes from './sandbox.module.css'
import { sandboxWords } from './sandbox-words.ts'
import { scenarioNames, scenarios } from './scenarios.ts'

/** The next faults on a platform, and the means to cause them. */
export function Faults({ platform }: { readonly platform: string }) {
  const t = useWords(sandboxWords)
  const queries = useQueryClient()
  const query = faultsQuery(platform)
  const { data, error, refetch } = useQuery(query)
  const keep = (answer: Awaited<ReturnType<typeof polypost.sandbox.listFaults>>) =>
    queries.setQueryData(query.queryKey, answer)
  const add = useMutation({
    mutationFn: (fault: AddSandboxFaultBody) => polypost.sandbox.addFault(platform, fault),
    onSuccess: keep,
  })
  const clear = useMutation({ mutationFn: () => polypost.sandbox.clearFaults(platform), onSuccess: keep })
  return (
    <section className={classes.part} aria-label={t.faults}>
      <h2>{t.faults}</h2>
      <p className="second">{t.faultsText(titleOf(platform))}</p>
      {error && <ReadError what={t.faults} error={error} retry={refetch} />}
      {data && (
        <div className={classes.now}>
          <div role="status">
            <ul>
              {data.faults.length === 0 && (
                <li>
                  <State state="done">{t.none}</State>
                </li>
              )}
              {data.faults.map((fault, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: equal faults have nothing else that tells them apart.
                <Waiting key={index} fault={fault} />
              ))}
            </ul>
          </div>
          {data.faults.length > 0 && (
            <Button size="xs" loading={clear.isPending} onClick={() => clear.mutate()}>
              {t.clear}
            </Button>
          )}
        </div>
      )}
      <Problem error={add.error ?? clear.error} />
      <ul className={classes.scenarios}>
        {scenarioNames.map((name) => (
          <li key={name}>
            <div>
              <p className={classes.scenario}>{t.scenarios[name][0]}</p>
              <p className="small third">{t.scenarios[name][1]}</p>
            </div>
            <Button
              size="xs"
              aria-label={`${t.breakIt}: ${t.scenarios[name][0]}`}
              onClick={() => add.mutate(scenarios[name])}
            >
              {t.breakIt}
            </Button>
          </li>
        ))}
      </ul>
      <details className={classes.more}>
        <summary>{t.other}</summary>
        <FaultForm isAdding={add.isPending} add={(fault) => add.mutate(fault)} />
      </details>
    </section>
  )
}

type Fault = Awaited<ReturnType<typeof polypost.sandbox.listFaults>>['faults'][number]

function Waiting({ fault: { operation, kind, times = 1, after = 0 } }: { readonly fault: Fault }) {
  const t = useWords(sandboxWords)
  return (
    <li>
      <State state="needs">
        {t.next(times)} {after > 0 && t.after(after)}
      </State>{' '}
      <span className="second">
        {t.operations[operation]}: {t.kinds[kind]}
      </span>
    </li>
  )
}
