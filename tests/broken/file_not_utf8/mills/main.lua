-- Die Mühlen
return {}
