export const nothing = 'This file has no test.';
