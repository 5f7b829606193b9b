/** Identifies an account on its platform. It is the same for all users and profiles that have connected it. */
export const laneKey = (account: { environment: string; platform: string; remoteId: string }): string =>
  `${account.environment}:${account.platform}:${account.remoteId}`
