/** True for a number from 0 to 100 as the parameter of a strategy. SDKs read other texts as 0 or 100, or not at all. */
export const isPercentage = (text: string): boolean => /^\d+(?:\.\d+)?$/.test(text) && Number(text) <= 100;
