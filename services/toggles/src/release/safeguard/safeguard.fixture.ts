/** A safeguard that acts if the hourly count of the metric in the shop exceeds 10. */
export const guardBy = (metricName: string, more: object = {}) => ({
  impactMetric: { metricName, timeRange: 'hour', aggregationMode: 'count', labelSelectors: { appName: ['shop'] } },
  triggerCondition: { operator: '>', threshold: 10 },
  ...more,
});
