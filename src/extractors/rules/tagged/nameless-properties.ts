/**
 * Properties whose value is never a proper name. Written by `training/extractor/main.ts nameless`
 * from the labelled talk.
 */
export const namelessProperties: ReadonlySet<string> = new Set(
  "age,allergy,appearance,belief,birthday,bought,budget,cause,code,cost,date,deadline,debt,description,diet,difficulty,distance,dose,duration,education,end date,event,experience,feature,feeling,field of study,frequency,grade,habit,health,height,hobby,income,ingredient,instrument,interest,issue,knowledge,length,limit,made,material,meaning,motivation,number,occupation,opinion,phone,port,price,progress,project,purpose,quantity,rank,rate,reason,rent,requirement,responsibility,result,salary,score,setting,size,species,start date,status,symptom,target,time,trait,version,volunteering,weight,word count".split(
    ",",
  ),
);
