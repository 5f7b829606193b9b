import { Button, NativeSelect } from '@mantine/core'
import type { Platform } from '@polypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { kindsQuery, nameOf } from '../../../data/accounts.ts'
import { type PlatformName, usesBrowser } from '../../../data/platforms.ts'
import { useOneProfile } from '../../../data/scope.ts'
import { Problem } from '../../../parts/problem.tsx'
import { ReadError } from '../../../parts/read-error.tsx'
import { useWords } from '../../../words/words.ts'
import classes from './connect.module.css'
import { connectWords } from './connect-words.ts'
import { canComeBack, useConnect } from './use-connect.ts'

interface Props {
  readonly platform: PlatformName
  readonly rules: Platform
}

/** An account at the simulated platform, also one with which something is wrong. */
export function SimulatedAccount({ platform, rules: { connect: ways } }: Props) {
  const t = useWords(connectWords)
  const { data, error, refetch } = useQuery(kindsQuery(platform))
  const [kind, setKind] = useState('standard')
  const connect = useConnect(platform)
  const present = useOneProfile().platform_profiles[platform]
  if (error) return <ReadError what={t.kinds} error={error} retry={refetch} />
  const kinds = data?.kinds ?? []
  const isUsual = kind === 'standard'
  return (
    <div className={classes.form}>
      <p className="second">
        {t.simulatedText} {present && t.replaces(nameOf(present))}
      </p>
      <NativeSelect
        label={t.kind}
        description={kinds.find(({ name }) => name === kind)?.description}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={kind}
        onChange={({ currentTarget }) => setKind(currentTarget.value)}
        data={kinds.map(({ name }) => ({ value: name, label: name.replaceAll('_', ' ') }))}
      />
      <div className={classes.buttons}>
        <Button
          variant="filled"
          loading={connect.isPending}
          onClick={() => connect.mutate({ environment: 'sandbox', ...(isUsual ? {} : { account: kind }) })}
        >
          {t.connectNow}
        </Button>
        {ways[0] && usesBrowser(ways[0]) && canComeBack && isUsual && (
          <Button
            variant="subtle"
            disabled={connect.isPending}
            onClick={() => connect.mutate({ environment: 'sandbox', inBrowser: true })}
          >
            {t.byPage}
          </Button>
        )}
      </div>
      <Problem error={connect.error} />
    </div>
  )
}
