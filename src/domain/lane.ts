/** Names an account at its platform, whoever and how many have connected it. */
export const laneKey = (account: { environment: string; platform: string; remoteId: string }): string =>
  `${account.environment}:${account.platform}:${account.remoteId}`
