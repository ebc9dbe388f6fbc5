"""Animals on Board (Zwierzaki na pokład): split the animals into groups, and take one that you can pay for."""
